"use client";

import type { ReactNode } from "react";
import { TextField } from "@/components/ui/text-field";
import { readTyped, writesDecimalComma } from "@/lib/client/typed-amount";
import { typedText } from "@/lib/core/amounts/read-amount";
import { Money } from "./money";

interface Props {
  name: string;
  label: ReactNode;
  /** What was typed. */
  value: string;
  currency: string;
  /** An amount such as "49.00". */
  example: string;
  onChange(typed: string): void;
  /** What else is wrong with the amount. */
  error?: ReactNode;
  /** What else is wrong with what is typed now: told once the form is sent. */
  wrong?: string | false | undefined;
  /** It may be free. */
  allowsZero?: boolean;
}

/** A field for money. It says what it has understood, and asks where that can be read in two ways. */
export function AmountField(props: Props) {
  const { name, label, value, currency, example, onChange, error, wrong, allowsZero } = props;
  const reading = readTyped(value, { allowsZero });
  return (
    <div className="grid content-start gap-2">
      <TextField
        name={name}
        label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder={example}
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
        hint={reading.kind === "amount" && <Money amount={reading.amount} currency={currency} />}
        error={value !== "" && reading.kind === "none" ? howToType(example) : error}
        wrong={wrongOf(reading.kind, example) ?? wrong}
      />
      {reading.kind === "ambiguous" && (
        <fieldset className="text-sm">
          <legend className="mb-1.5 text-bad">Which amount do you mean?</legend>
          <div className="flex flex-wrap gap-2">
            {reading.amounts.map((amount) => (
              <button
                key={amount}
                type="button"
                className="min-h-9 rounded-lg border border-edge bg-canvas px-3 font-medium hover:bg-panel"
                onClick={() => onChange(typedText(amount))}
              >
                <Money amount={amount} currency={currency} />
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

function wrongOf(kind: ReturnType<typeof readTyped>["kind"], example: string): string | null {
  if (kind === "ambiguous") return "Choose below which amount you mean.";
  return kind === "none" ? howToType(example) : null;
}

function howToType(example: string): string {
  const separator = writesDecimalComma() ? "a point or a comma" : "a point";
  return `Enter an amount like ${example}, with up to 6 decimals after ${separator}.`;
}
