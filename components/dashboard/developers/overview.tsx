"use client";

import Link from "next/link";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import { ListSection } from "@/components/dashboard/list/list-section";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { listRequestErrors } from "@/lib/contract/operations/request-log";
import type { Mode } from "@/lib/core/modes";
import { CodeLanguages } from "./code-languages";
import { requestCode } from "./request-code";
import { requestsList } from "./requests-list";
import type { LoggedRequest } from "./webhook-shapes";

type RequestError = ReceivedOutput<typeof listRequestErrors>["data"][number];

const columnsIn = (mode: Mode): Column<RequestError>[] => [
  {
    name: "Request",
    cell: ({ method, route }) => (
      <Link
        href={`${hrefIn("/dashboard/developers/logs", mode)}&route=${encodeURIComponent(route)}`}
        prefetch={false}
        translate="no"
        className="font-mono text-xs underline decoration-edge underline-offset-4"
      >
        {method} {route}
      </Link>
    ),
  },
  {
    name: "Reason",
    cell: ({ status, reason }) => (
      <>
        {status}{" "}
        <code translate="no" className="font-mono text-xs">
          {reason}
        </code>
      </>
    ),
  },
  { name: "Count", isNumber: true, cell: ({ count }) => count },
  {
    name: "Last",
    cell: ({ lastAt, lastRequestId }) => (
      <span className="inline-flex items-center gap-2">
        <LocalTime iso={lastAt} shape="short" locale="en" />
        <CopyButton compact text={lastRequestId} label={`Copy ${lastRequestId}`} copied="Copied" />
      </span>
    ),
  },
];

/** What keys were refused in the last day, by what and why. */
function ErrorsSection() {
  const { mode } = useActing();
  const route = { method: "GET", path: "/v1/request-log/errors" } as const;
  const { data, error, refetch } = useAnswer<typeof listRequestErrors>(
    route,
    {},
    { everyMs: 15_000 },
  );
  return (
    <Section
      title="Errors of the last 24 hours"
      text="Refused and failed requests made with your keys, by reason."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {data?.data.length === 0 && (
        <p className="text-muted text-sm">No errors in the last 24 hours.</p>
      )}
      {data && data.data.length > 0 && (
        <Table
          caption="Errors"
          columns={columnsIn(mode)}
          rows={data.data}
          keyOf={({ method, route: path, status, reason }) =>
            `${method} ${path} ${status} ${reason}`
          }
        />
      )}
      {data?.truncated && (
        <p className="mt-3 text-muted text-sm">
          There were more. Only the newest 5,000 are counted.
        </p>
      )}
    </Section>
  );
}

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
        text="Create a payment session with one request. The response contains the URL of the payment page."
        action={
          <ButtonLink look="secondary" href="/docs">
            API reference
          </ButtonLink>
        }
      >
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="text-muted">Base URL</span>
          <code translate="no" className="wrap-anywhere font-mono text-xs">
            {origin}/v1
          </code>
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
