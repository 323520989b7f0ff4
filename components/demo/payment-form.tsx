"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { currencies } from "@/lib/core/money";
import { createPayment, type NewSession } from "./create-payment";
import type { CreatedSession } from "./gather-payments";
import { parseAmount } from "./parse-amount";

/** What stands in the form, as it was typed. */
export interface PaymentDraft {
  amount: string;
  currency: NewSession["currency"];
  description: string;
}

interface Props {
  apiKey: string;
  draft: PaymentDraft;
  onChange(draft: PaymentDraft): void;
  onCreated(session: CreatedSession): void;
}

const field =
  "mt-1.5 block min-h-11 w-full rounded-xl border border-edge bg-canvas px-3 text-base aria-invalid:border-bad";

/** Creates a payment session with the demo's key. */
export function PaymentForm({ apiKey, draft, onChange, onCreated }: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const [wrongAmount, setWrongAmount] = useState(false);
  const id = useId();
  const set = (change: Partial<PaymentDraft>) => onChange({ ...draft, ...change });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const amount = parseAmount(draft.amount);
    setWrongAmount(amount === null);
    setRefusal(null);
    if (amount === null) return document.getElementById(`${id}-amount`)?.focus();
    setBusy(true);
    const created = await createPayment(apiKey, bodyOf(draft, amount));
    setBusy(false);
    if ("session" in created) onCreated(created.session);
    else setRefusal(<Refused {...created} />);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3">
        <label className="block font-medium text-sm" htmlFor={`${id}-amount`}>
          Amount
          <input
            id={`${id}-amount`}
            value={draft.amount}
            onChange={({ target }) => set({ amount: target.value })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            aria-invalid={wrongAmount || undefined}
            aria-describedby={`${id}-hint`}
            className={`${field} font-normal tabular-nums`}
          />
        </label>
        <label className="block font-medium text-sm">
          Currency
          <select
            value={draft.currency}
            onChange={({ target }) => set({ currency: target.value as NewSession["currency"] })}
            className={`${field} font-normal`}
          >
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </label>
        <p
          id={`${id}-hint`}
          className={`col-span-2 mt-1.5 text-sm ${wrongAmount ? "text-bad" : "text-muted"}`}
        >
          {wrongAmount ? "An amount above 0, such as 49.00" : "Up to six decimals"}
        </p>
      </div>
      <label className="block font-medium text-sm">
        Description
        <input
          value={draft.description}
          onChange={({ target }) => set({ description: target.value })}
          autoComplete="off"
          maxLength={500}
          className={`${field} font-normal`}
        />
      </label>
      <Button type="submit" busy={busy} wide>
        Create payment
      </Button>
      <div role="alert">{refusal}</div>
    </form>
  );
}

/** The request's body: a description that is empty is none. */
export function bodyOf({ currency, description }: PaymentDraft, amount: string): NewSession {
  return description.trim() ? { amount, currency, description } : { amount, currency };
}

function Refused({ refusal, requestId }: { refusal: string; requestId: string | null }) {
  return (
    <Notice tone="bad">
      {refusal}
      {requestId && <span className="mt-1 block break-all font-mono text-xs">{requestId}</span>}
    </Notice>
  );
}
