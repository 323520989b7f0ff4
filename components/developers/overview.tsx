"use client";

import type { FirstPage } from "@/components/data/use-list";
import { ListSection } from "@/components/list/list-section";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { CodeLanguages } from "./code-languages";
import { ErrorsSection } from "./errors-section";
import { requestCode } from "./request-code";
import { requestsList } from "./requests-list";
import type { LoggedRequest } from "./webhook-shapes";

interface Props {
  /** Where the API is. */
  origin: string;
  first: FirstPage<LoggedRequest> | null;
}

/** Where the API is, how it is called, and how that goes. */
export function Overview({ origin, first }: Props) {
  return (
    <div className="grid min-w-0 gap-5">
      <Section
        title="Quick start"
        text="A payment session is one request. Its answer has the page that your customer pays on."
        action={
          <ButtonLink look="secondary" href="/docs">
            API reference
          </ButtonLink>
        }
      >
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="text-muted">Base URL</span>
          <code className="wrap-anywhere font-mono text-xs">{origin}/v1</code>
          <CopyButton compact text={`${origin}/v1`} label="Copy the base URL" copied="Copied" />
        </p>
        <CodeLanguages label="Create a payment" code={requestCode(origin, null)} />
      </Section>
      <ErrorsSection />
      <ListSection
        title="Latest requests"
        list={{ ...requestsList, fixed: { limit: "10" } }}
        first={first}
      />
    </div>
  );
}
