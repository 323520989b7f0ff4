"use client";

import { type FormEvent, useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CountryField } from "@/components/dashboard/business/country-field";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Form } from "@/components/ui/form";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { useOnce } from "@/components/ui/use-once";
import type { SentInput } from "@/lib/contract/endpoint";
import type { onboardMerchant } from "@/lib/contract/merchants/merchant-account";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import type { Mode } from "@/lib/core/modes";
import { type Draft, draftOf, keepDraft, readDraft } from "./draft";

/** The fields that a problem can stand beside. */
const onboardingFields = [
  "businessName",
  "businessSector",
  "countryCode",
  "websiteUrl",
  "phone",
  "defaultCurrency",
  "payoutAddress",
];

interface BusinessFieldsProps {
  draft: Draft;
  problem: Problem | null;
}

/** What the business is. */
function BusinessFields({ draft, problem }: BusinessFieldsProps) {
  const errorAt = (name: string) => problemAt(problem, name);
  return (
    <div className="grid gap-5">
      <TextField
        name="businessName"
        label="Business name"
        hint="The name your customers know."
        autoComplete="organization"
        required
        minLength={2}
        maxLength={120}
        defaultValue={draft.businessName}
        error={errorAt("businessName")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="businessSector"
          label="What do you sell?"
          placeholder="Software, courses, …"
          required
          minLength={2}
          maxLength={80}
          defaultValue={draft.businessSector}
          error={errorAt("businessSector")}
        />
        <CountryField required defaultValue={draft.countryCode} error={errorAt("countryCode")} />
        <TextField
          name="websiteUrl"
          type="url"
          label="Website (optional)"
          placeholder="https://"
          autoComplete="url"
          maxLength={2_000}
          defaultValue={draft.websiteUrl}
          error={errorAt("websiteUrl")}
        />
        <TextField
          name="phone"
          type="tel"
          label="Phone (optional)"
          autoComplete="tel"
          minLength={6}
          maxLength={20}
          defaultValue={draft.phone}
          error={errorAt("phone")}
        />
      </div>
    </div>
  );
}

/** Where the money goes. */
function PayoutFields({ draft, problem }: BusinessFieldsProps) {
  return (
    <div className="grid gap-5">
      <TextField
        name="payoutAddress"
        label="Wallet address for live payments"
        hint="Paste the address. Before you go live, you’ll sign a message to prove that the wallet is yours."
        placeholder="0x…"
        required
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        format="Paste the whole address: 0x and 40 digits or letters from a to f."
        spellCheck={false}
        autoComplete="off"
        translate="no"
        className="font-mono"
        defaultValue={draft.payoutAddress}
        error={problemAt(problem, "payoutAddress")}
      />
      <SelectField
        name="defaultCurrency"
        label="Default currency"
        hint="Used when a payment doesn’t set its own."
        defaultValue={draft.defaultCurrency}
        error={problemAt(problem, "defaultCurrency")}
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
    </div>
  );
}

const names: readonly (readonly [string, string])[] = [
  ["businessName", "Business name"],
  ["businessSector", "Sells"],
  ["countryCode", "Country"],
  ["websiteUrl", "Website"],
  ["phone", "Phone"],
  ["defaultCurrency", "Default currency"],
];

/** What has been given, to be read once more. */
function OnboardingReview({ draft }: { draft: Draft }) {
  const country = (code: string) =>
    new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
  return (
    <Facts>
      {names.map(([name, label]) => {
        const text = draft[name];
        if (!text) return null;
        return (
          <Fact key={name} name={label}>
            {name === "countryCode" ? country(text) : text}
          </Fact>
        );
      })}
      <Fact name="Live payments go to">
        <code translate="no" className="wrap-anywhere font-mono">
          {draft.payoutAddress}
        </code>
      </Fact>
    </Facts>
  );
}

interface Props {
  merchantId: string;
  mode: Mode;
  /** What is known already. */
  known: Draft;
}

/** Takes what a business tells of itself, once: written down, read once more, then sent. */
export function Onboarding(props: Props) {
  return (
    <Offered why={useWhyReadOnly()}>
      <OnboardingSteps {...props} />
    </Offered>
  );
}

function OnboardingSteps({ merchantId, mode, known }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isRead, setRead] = useState(false);
  const { busy, problem, run, leaveFor, forget } = useLeavingTask();
  const api = useApi();
  useOnce(() => setDraft({ ...known, ...readDraft(merchantId) }));
  if (!draft) return <Skeleton label="Loading your details" lines={6} />;
  const send = () =>
    run(async () => {
      const route = { method: "POST", path: "/v1/merchants/me/onboard" } as const;
      await api<typeof onboardMerchant>(route, inputOf(draft));
      keepDraft(merchantId, null);
      leaveFor(hrefIn("/dashboard/settings/live", mode));
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
            <Button look="secondary" blocked={busy} onClick={() => setRead(false)}>
              Edit details
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
    <Form
      onSubmit={review}
      onInput={({ currentTarget }) => keepDraft(merchantId, draftOf(currentTarget))}
      className="grid gap-5"
    >
      <Section title="Your business" text="It stays a draft in this browser until you send it.">
        <BusinessFields draft={draft} problem={problem} />
      </Section>
      <Section title="Your payouts" text="Payments go straight to your wallet. We never hold them.">
        <PayoutFields draft={draft} problem={problem} />
      </Section>
      <Button type="submit" className="justify-self-start">
        Review
      </Button>
    </Form>
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
