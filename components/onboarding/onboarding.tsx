"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useApi } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import type { SentInput } from "@/lib/contract/endpoint";
import type { onboardMerchant } from "@/lib/contract/merchant-account";
import type { Mode } from "@/lib/core/modes";
import type { Currency } from "@/lib/core/money";
import { type Draft, draftOf, keepDraft, readDraft } from "./draft";
import { BusinessFields, onboardingFields, PayoutFields } from "./onboarding-fields";
import { OnboardingReview } from "./onboarding-review";

interface Props {
  merchantId: string;
  mode: Mode;
  /** What is known already. */
  known: Draft;
}

/** Takes what a business tells of itself, once: written down, read once more, then sent. */
export function Onboarding({ merchantId, mode, known }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isRead, setRead] = useState(false);
  const { busy, problem, run, forget } = useTask();
  const api = useApi();
  const router = useRouter();
  useOnce(() => setDraft({ ...known, ...readDraft(merchantId) }));
  if (!draft) return <Skeleton label="What you gave before is being read" lines={6} />;
  const send = () =>
    run(async () => {
      const route = { method: "POST", path: "/v1/merchants/me/onboard" } as const;
      await api<typeof onboardMerchant>(route, inputOf(draft));
      keepDraft(merchantId, null);
      router.push(hrefIn("/dashboard/settings/live", mode));
    });
  const isAtField = problem?.param !== undefined && onboardingFields.includes(problem.param);
  if (isRead && !isAtField) {
    return (
      <Section title="Is this right?" text="The name, the website and the wallet can be changed.">
        <OnboardingReview draft={draft} />
        <div className="mt-5 grid gap-5">
          <TaskProblem problem={problem} />
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={() => void send()}>
              Send
            </Button>
            <Button look="secondary" disabled={busy} onClick={() => setRead(false)}>
              Change something
            </Button>
          </div>
        </div>
      </Section>
    );
  }
  const review = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDraft(draftOf(event.currentTarget));
    forget();
    setRead(true);
  };
  return (
    <form
      method="post"
      onSubmit={review}
      onInput={({ currentTarget }) => keepDraft(merchantId, draftOf(currentTarget))}
      className="grid gap-5"
    >
      <Section title="Your business" text="It stays a draft in this browser until you send it.">
        <BusinessFields draft={draft} problem={problem} />
      </Section>
      <Section
        title="Your payouts"
        text="Payments go straight to your wallet. Nobody else holds them."
      >
        <PayoutFields draft={draft} problem={problem} />
      </Section>
      <Button type="submit" className="justify-self-start">
        Review
      </Button>
    </form>
  );
}

/** What the API takes; what was left empty is left out. */
function inputOf(draft: Draft): SentInput<typeof onboardMerchant> {
  const { businessName = "", businessSector = "", countryCode = "", payoutAddress = "" } = draft;
  return {
    businessName,
    businessSector,
    countryCode,
    payoutAddress,
    ...(draft.websiteUrl ? { websiteUrl: draft.websiteUrl } : {}),
    ...(draft.phone ? { phone: draft.phone } : {}),
    ...(draft.defaultCurrency ? { defaultCurrency: draft.defaultCurrency as Currency } : {}),
  };
}
