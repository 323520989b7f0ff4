import { AmountField } from "@/components/money/amount-field";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { currencies } from "@/lib/core/money";
import { planIntervals } from "@/lib/core/subscription-kinds";
import type { PlanDraft } from "./plan-draft";

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

/** What a plan consists of. */
export function PlanFields({ draft, onChange, errorAt }: Props) {
  const text = (name: "name" | "description" | "intervalCount" | "trialDays" | "maxCycles") => ({
    name,
    value: draft[name],
    autoComplete: "off",
    error: errorAt(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField {...text("name")} label="Name" required maxLength={120} />
      <TextField
        {...text("description")}
        label="Description"
        hint="Payers read it on the plan’s page."
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
        <SelectField
          name="currency"
          label="Currency"
          value={draft.currency}
          onChange={({ target }) =>
            onChange({ currency: currencies.find((one) => one === target.value) ?? "USDC" })
          }
        >
          {currencies.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
        <TextField {...text("intervalCount")} label="Every" inputMode="numeric" required />
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
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...text("trialDays")}
          label="Days before the first charge"
          inputMode="numeric"
        />
        <TextField
          {...text("maxCycles")}
          label="Number of charges"
          hint="Empty: without end."
          inputMode="numeric"
        />
      </div>
    </>
  );
}
