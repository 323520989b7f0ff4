"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { CentsField } from "./cents-field";
import { commerceChange, commerceDraftOf } from "./config-changes";
import { PolicyCalls } from "./policy-calls";
import { type SectionProps, useConfigSaving } from "./use-config-saving";
import { useDraft } from "./use-draft";

const thresholdField = "commerce.requireHumanApprovalAboveUsdCents";
const capField = "commerce.monthlySpendCapUsdCents";
const vendorsField = "commerce.approvedVendors";

const policyTexts = {
  in_sync: "Your treasury holds the agent to these limits.",
  awaiting_wallet:
    "Your treasury still has other limits: your wallet has to confirm these. Until then the stricter of both holds.",
  unavailable: "There is no treasury yet, so the agent cannot buy anything.",
};

const noTreasury =
  "There is no treasury yet: create it with your wallet. Until then the agent cannot buy anything.";

const policyTextOf = ({ policy, treasuryAddress }: SectionProps["config"]["commerce"]) =>
  policy === "awaiting_wallet" && treasuryAddress === null ? noTreasury : policyTexts[policy];

/** Limits of what the agent may buy. Saving asks the person to confirm that it is them. */
export function CommerceSection({
  config,
  onSaved,
  networks,
}: SectionProps & { networks: readonly PayNetwork[] }) {
  const { busy, problem, save } = useConfigSaving(onSaved);
  const { mode } = useActing();
  const { commerce } = config;
  const { began, draft, change, settle } = useDraft(commerceDraftOf(commerce));
  const submit = () =>
    void save(
      (stored) => commerceChange(stored, began, draft),
      (saved) => settle(draft, commerceDraftOf(saved.commerce)),
    );
  const vendorProblem = problem?.param?.startsWith(vendorsField) ? problem : null;
  return (
    <Section
      title="Commerce limits"
      text="What the agent may buy by itself. Saving asks you to confirm it’s you, with a passkey or a code."
      action={
        <ButtonLink look="secondary" href={hrefIn("/dashboard/agent/jobs", mode)}>
          Jobs
        </ButtonLink>
      }
    >
      <Form onSubmit={submit} className="grid max-w-xl gap-5">
        <Notice tone={commerce.policy === "in_sync" ? "good" : "info"}>
          {policyTextOf(commerce)}
        </Notice>
        {commerce.instructions.length > 0 && (
          <PolicyCalls calls={commerce.instructions} networks={networks} />
        )}
        {commerce.withheld !== null && (
          <Notice tone="wait">
            Your wallet changed the treasury’s limits, and the change isn’t final yet. If more is to
            be sent, it’s shown here once it is.
          </Notice>
        )}
        <TaskProblem problem={vendorProblem ? null : problem} fields={[thresholdField, capField]} />
        <div className="grid gap-5 sm:grid-cols-2">
          <CentsField
            name="requireHumanApprovalAboveUsdCents"
            label="Approval above, in USD"
            hint="Larger jobs wait for a person."
            value={draft.threshold}
            error={problemAt(problem, thresholdField)}
            onChange={(threshold) => change({ threshold })}
          />
          <CentsField
            name="monthlySpendCapUsdCents"
            label="Cap for 30 days, in USD"
            hint="Leave it empty for no cap."
            isOptional
            value={draft.cap}
            error={problemAt(problem, capField)}
            onChange={(cap) => change({ cap })}
          />
        </div>
        <VendorsField
          value={draft.vendors}
          error={vendorProblem?.text}
          onChange={(vendors) => change({ vendors })}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          Save limits
        </Button>
      </Form>
    </Section>
  );
}

function VendorsField(props: {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const { value, error, onChange } = props;
  return (
    <TextAreaField
      label="Approved vendors"
      hint="One wallet address per line."
      error={error}
      name="approvedVendors"
      translate="no"
      rows={4}
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="font-mono text-xs"
    />
  );
}
