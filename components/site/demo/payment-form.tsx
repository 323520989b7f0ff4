"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { AmountField } from "@/components/ui/money/amount-field";
import { Notice } from "@/components/ui/notice";
import { callWithKey } from "@/lib/client/call";
import { typedAmount } from "@/lib/client/typed-amount";
import type { SentInput } from "@/lib/contract/endpoint";
import type { createSession } from "@/lib/contract/payments/payment-sessions";
import { currencies } from "@/lib/core/amounts/money";
import { isApiError } from "@/sdk/src/errors";
import type { CreatedSession } from "./gather-payments";

/** What the API said: the session, or why there is none. */
type Creation = { session: CreatedSession } | { refusal: string; requestId: string | null };

type NewSession = SentInput<typeof createSession>;

const route = { method: "POST", path: "/v1/payment-sessions" } as const;

/**
 * Creates a payment session as a merchant's server does. (Elsewhere than in the demo a secret key is in
 * no browser.)
 */
async function createPayment(apiKey: string, body: NewSession): Promise<Creation> {
  try {
    return { session: await callWithKey<typeof createSession>(apiKey, route, body) };
  } catch (error) {
    if (isApiError(error)) {
      return { refusal: error.message, requestId: error.requestId ?? null };
    }
    return { refusal: "The server isn’t responding. Is the demo still running?", requestId: null };
  }
}

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
  const set = (change: Partial<PaymentDraft>) => onChange({ ...draft, ...change });
  const submit = async () => {
    const amount = typedAmount(draft.amount);
    setRefusal(null);
    if (amount === null) return;
    setBusy(true);
    const created = await createPayment(apiKey, bodyOf(draft, amount));
    setBusy(false);
    if ("session" in created) onCreated(created.session);
    else setRefusal(<Refused {...created} />);
  };
  return (
    <Form onSubmit={() => void submit()} className="grid gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-3">
        <AmountField
          name="amount"
          label="Amount"
          example="49.00"
          value={draft.amount}
          currency={draft.currency}
          onChange={(amount) => set({ amount })}
        />
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
    </Form>
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
      {requestId && (
        <span translate="no" className="mt-1 block break-all font-mono text-xs">
          {requestId}
        </span>
      )}
    </Notice>
  );
}
