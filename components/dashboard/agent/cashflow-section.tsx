"use client";

import { useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Form } from "@/components/ui/form";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { type AgentConfig, centsText, typedCents } from "./agent-config";
import { CentsField } from "./cents-field";
import { type SectionProps, useConfigSaving } from "./use-config-saving";

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
  const { cashflow } = config;
  const [digestEnabled, setDigest] = useState(cashflow.digestEnabled);
  const [anomalySensitivity, setSensitivity] = useState(cashflow.anomalySensitivity);
  const [autoConvertToYield, setYield] = useState(cashflow.autoConvertToYield);
  const [reserve, setReserve] = useState(centsText(cashflow.minimumLiquidReserveCents));
  const submit = () => {
    const minimumLiquidReserveCents = typedCents(reserve) ?? 0;
    void save({
      cashflow: {
        digestEnabled,
        anomalySensitivity,
        autoConvertToYield,
        minimumLiquidReserveCents,
      },
    });
  };
  return (
    <Section
      title="Cash flow"
      text="Yesterday’s figures are looked at each morning from 6:00 UTC, if the capability is on."
    >
      <Form onSubmit={submit} className="grid max-w-xl gap-5">
        <TaskProblem problem={problem} fields={[reserveField]} />
        <CheckField label="Email the daily digest" checked={digestEnabled} onChange={setDigest} />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            name="anomalySensitivity"
            label="Sensitivity to unusual figures"
            value={anomalySensitivity}
            onChange={({ target }) => setSensitivity(target.value as Sensitivity)}
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
            onChange={setReserve}
          />
        </div>
        <CheckField
          label="Convert idle money to yield (not available: saved, and has no effect)"
          checked={autoConvertToYield}
          onChange={setYield}
        />
        <Button type="submit" busy={busy} className="justify-self-start">
          Save cash flow
        </Button>
      </Form>
    </Section>
  );
}
