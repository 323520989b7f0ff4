"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Form } from "@/components/ui/form";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import type { AgentConfig } from "./agent-config";
import { CentsField } from "./cents-field";
import { cashflowChange, cashflowDraftOf } from "./config-changes";
import { type SectionProps, useConfigSaving } from "./use-config-saving";
import { useDraft } from "./use-draft";

type Sensitivity = AgentConfig["cashflow"]["anomalySensitivity"];

const sensitivities: readonly (readonly [Sensitivity, string])[] = [
  ["low", "Low: only large deviations"],
  ["medium", "Medium"],
  ["high", "High: small deviations too"],
];
const reserveField = "cashflow.minimumLiquidReserveCents";

/** The digest, and what it watches. */
export function CashflowSection({ config, onSaved }: SectionProps) {
  const { busy, problem, save } = useConfigSaving(onSaved);
  const { began, draft, change, settle } = useDraft(cashflowDraftOf(config.cashflow));
  const { digestEnabled, anomalySensitivity, autoConvertToYield, reserve } = draft;
  const submit = () =>
    void save(
      () => cashflowChange(began, draft),
      (saved) => settle(draft, cashflowDraftOf(saved.cashflow)),
    );
  return (
    <Section
      title="Cash flow"
      text="Yesterday’s figures are looked at each morning from 6:00 UTC, if the capability is on."
    >
      <Form onSubmit={submit} className="grid max-w-xl gap-5">
        <TaskProblem problem={problem} fields={[reserveField]} />
        <CheckField
          label="Email the daily digest"
          checked={digestEnabled}
          onChange={(wanted) => change({ digestEnabled: wanted })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            name="anomalySensitivity"
            label="Sensitivity to unusual figures"
            value={anomalySensitivity}
            onChange={({ target }) => change({ anomalySensitivity: target.value as Sensitivity })}
          >
            {sensitivities.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <CentsField
            name="minimumLiquidReserveCents"
            label="Reserve, in USD"
            hint="What your payout wallet should keep."
            value={reserve}
            error={problemAt(problem, reserveField)}
            onChange={(typed) => change({ reserve: typed })}
          />
        </div>
        <CheckField
          label="Convert idle money to yield (not available: saved, and has no effect)"
          checked={autoConvertToYield}
          onChange={(wanted) => change({ autoConvertToYield: wanted })}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          Save cash flow
        </Button>
      </Form>
    </Section>
  );
}
