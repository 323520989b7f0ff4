"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { AmountField } from "@/components/ui/money/amount-field";
import { CurrencyField } from "@/components/ui/money/currency-field";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { createPlan } from "@/lib/contract/subscriptions/subscription-plans";
import { planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { inputOf, isCount, newDraft, type PlanDraft } from "./plan-draft";
import { PlanPreview } from "./plan-preview";

const intervalNames = {
  daily: "Days",
  weekly: "Weeks",
  monthly: "Months of 30 days",
  quarterly: "Quarters of 90 days",
  yearly: "Years of 365 days",
};

interface Props {
  draft: PlanDraft;
  onChange(change: Partial<PlanDraft>): void;
  errorAt(name: string): string | undefined;
}

type TextName = "name" | "description" | "intervalCount" | "trialDays" | "maxCycles";

/** A field whose value is text. */
const textOf =
  ({ draft, onChange, errorAt }: Props) =>
  (name: TextName) => ({
    name,
    value: draft[name],
    autoComplete: "off",
    error: errorAt(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });

/** What a plan consists of. */
function PlanFields({ draft, onChange, errorAt }: Props) {
  const text = textOf({ draft, onChange, errorAt });
  return (
    <>
      <TextField
        {...text("name")}
        label="Name"
        required
        maxLength={120}
        wrong={draft.name.trim() === "" && "Enter a name."}
      />
      <TextField
        {...text("description")}
        label="Description"
        hint="Shown to payers on the plan’s page."
        maxLength={2_000}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <AmountField
          name="amount"
          label="Price"
          example="9.00"
          value={draft.amount}
          currency={draft.currency}
          onChange={(amount) => onChange({ amount })}
          error={errorAt("amount")}
        />
        <CurrencyField value={draft.currency} onChange={(currency) => onChange({ currency })} />
      </div>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
        <TextField
          {...text("intervalCount")}
          label="Every"
          inputMode="numeric"
          required
          wrong={!isCount(draft.intervalCount) && "Enter a whole number like 1."}
        />
        <SelectField
          name="interval"
          label="Interval"
          value={draft.interval}
          onChange={({ target }) =>
            onChange({ interval: planIntervals.find((one) => one === target.value) ?? "monthly" })
          }
        >
          {planIntervals.map((one) => (
            <option key={one} value={one}>
              {intervalNames[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Course draft={draft} text={text} />
    </>
  );
}

interface CourseProps {
  draft: PlanDraft;
  text(name: "trialDays" | "maxCycles"): ReturnType<ReturnType<typeof textOf>>;
}

/** When it begins and ends. */
function Course({ draft, text }: CourseProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        {...text("trialDays")}
        label="Trial days"
        inputMode="numeric"
        wrong={!isCount(draft.trialDays) && "Enter a whole number, or 0 for none."}
      />
      <TextField
        {...text("maxCycles")}
        label="Number of charges"
        hint="Leave empty for no end."
        inputMode="numeric"
        wrong={
          draft.maxCycles.trim() !== "" &&
          !isCount(draft.maxCycles) &&
          "Enter a whole number, or leave it empty."
        }
      />
    </div>
  );
}

const fields = ["name", "amount", "description", "intervalCount", "trialDays", "maxCycles"];

/** Makes a plan, beside what payers will read. */
export function NewPlan() {
  const api = useApi();
  const { mode } = useActing();
  const why = useWhyNoCreating();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const [draft, setDraft] = useState(newDraft);
  const input = inputOf(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!input) return;
    void run(async () => {
      const route = { method: "POST", path: "/v1/subscription-plans" } as const;
      const { id } = await api<typeof createPlan>(route, input);
      leaveFor(hrefIn(`/dashboard/plans/${id}`, mode));
    });
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Section title="The plan">
        <Form onSubmit={submit} className="grid gap-5">
          <TaskProblem problem={problem} fields={fields} />
          <PlanFields
            draft={draft}
            onChange={(change) => setDraft((known) => ({ ...known, ...change }))}
            errorAt={(name) => problemAt(problem, name)}
          />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <span className="mr-auto max-sm:basis-full">
              {input && (
                <CopyCurl request={{ method: "POST", path: "/v1/subscription-plans", input }} />
              )}
            </span>
            <Offered why={why}>
              <Button type="submit" busy={busy}>
                Create plan
              </Button>
            </Offered>
          </div>
        </Form>
      </Section>
      <PlanPreview draft={draft} />
    </div>
  );
}
