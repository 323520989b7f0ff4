"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { useActing, useApi, useWhyNoCreating } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { AmountField } from "@/components/ui/money/amount-field";
import { CurrencyField } from "@/components/ui/money/currency-field";
import { Offered } from "@/components/ui/offered";
import { TextField } from "@/components/ui/text-field";
import { typedAmount } from "@/lib/client/typed-amount";
import type { createSession } from "@/lib/contract/payments/payment-sessions";
import type { Currency } from "@/lib/core/amounts/money";

/** Opens the dialog that asks for a payment; the reason where nothing new can be made. */
export function NewPayment() {
  const why = useWhyNoCreating();
  const [open, setOpen] = useState(false);
  useShortcut({ key: "c", label: "New payment", run: why ? null : () => setOpen(true) });
  return (
    <>
      <Offered why={why}>
        <Button onClick={() => setOpen(true)}>New payment</Button>
      </Offered>
      <Dialog title="New payment" open={open} onClose={() => setOpen(false)}>
        <PaymentForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface Draft {
  readonly amount: string;
  readonly currency: Currency;
  readonly description: string;
}

function PaymentForm({ onClose }: { onClose(): void }) {
  const api = useApi();
  const { mode } = useActing();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const [draft, setDraft] = useState<Draft>({ amount: "", currency: "USDC", description: "" });
  const amount = typedAmount(draft.amount);
  const input = { amount: amount ?? "0", currency: draft.currency, ...described(draft) };
  const set = (change: Partial<Draft>) => setDraft((known) => ({ ...known, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const route = { method: "POST", path: "/v1/payment-sessions" } as const;
      const { id } = await api<typeof createSession>(route, input);
      leaveFor(hrefIn(`/dashboard/payments/${id}`, mode));
    });
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="text-pretty text-muted text-sm">
        You’ll get a link to a payment page. The link expires in 24 hours.
      </p>
      <TaskProblem problem={problem} fields={["amount", "description"]} />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <AmountField
          name="amount"
          label="Amount"
          example="49.00"
          value={draft.amount}
          currency={draft.currency}
          onChange={(typed) => set({ amount: typed })}
          error={problemAt(problem, "amount")}
        />
        <CurrencyField value={draft.currency} onChange={(currency) => set({ currency })} />
      </div>
      <TextField
        name="description"
        label="What is it for?"
        hint="Shown to customers on the payment page."
        autoComplete="off"
        maxLength={500}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
        error={problemAt(problem, "description")}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          <CopyCurl request={{ method: "POST", path: "/v1/payment-sessions", input }} />
        </span>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Create payment
        </Button>
      </div>
    </Form>
  );
}

const described = ({ description }: Draft) =>
  description.trim() === "" ? {} : { description: description.trim() };
