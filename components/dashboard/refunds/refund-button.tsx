"use client";

import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useLeavingTask } from "@/components/account/use-leaving-task";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { RefundIcon } from "@/components/ui/icons";
import { AmountField } from "@/components/ui/money/amount-field";
import { Money } from "@/components/ui/money/money";
import { SelectField } from "@/components/ui/select-field";
import { typedAmount } from "@/lib/client/typed-amount";
import type { createRefund } from "@/lib/contract/refunds/refunds";
import { toDecimal } from "@/lib/core/amounts/money";
import { typedText } from "@/lib/core/amounts/read-amount";
import { refundReasons } from "@/lib/core/kinds";
import { reasonWords } from "./refund-state";

interface Props {
  transactionId: string;
  /** The most that can be returned, in the smallest unit. */
  refundable: string;
  currency: string;
}

/** Begins a refund: how much and why. The wallet sends it on the page that follows. */
export function RefundButton(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        <RefundIcon className="size-4" />
        Refund
      </Button>
      <Dialog title="Refund this payment" open={open} onClose={() => setOpen(false)}>
        <RefundForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RefundForm({ transactionId, refundable, currency, onClose }: Props & { onClose(): void }) {
  const api = useApi();
  const { mode } = useActing();
  const { busy, problem, run, leaveFor } = useLeavingTask();
  const [typed, setTyped] = useState(typedText(refundable));
  const [reason, setReason] = useState<(typeof refundReasons)[number]>("customer_request");
  const amount = typedAmount(typed);
  const isTooMuch = amount !== null && BigInt(amount) > BigInt(refundable);
  const most = `Enter an amount up to ${toDecimal(BigInt(refundable))} ${currency}.`;
  const input = { transactionId, amount: amount ?? "0", reason };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const route = { method: "POST", path: "/v1/refunds" } as const;
      const { id } = await api<typeof createRefund>(route, input);
      leaveFor(hrefIn(`/dashboard/refunds/${id}`, mode));
    });
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="text-pretty text-muted text-sm">
        You’ll send the money from your own wallet to the payer in the next step. You can refund up
        to <Money amount={refundable} currency={currency} />.
      </p>
      <TaskProblem problem={problem} fields={["amount"]} />
      <AmountField
        name="amount"
        label={`Amount in ${currency}`}
        example={toDecimal(BigInt(refundable))}
        value={typed}
        currency={currency}
        onChange={setTyped}
        error={isTooMuch ? most : problemAt(problem, "amount")}
        wrong={isTooMuch && most}
      />
      <SelectField
        name="reason"
        label="Why?"
        value={reason}
        onChange={({ target }) =>
          setReason(refundReasons.find((one) => one === target.value) ?? "other")
        }
      >
        {refundReasons.map((one) => (
          <option key={one} value={one}>
            {reasonWords[one]}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          <CopyCurl request={{ method: "POST", path: "/v1/refunds", input }} />
        </span>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Continue to wallet
        </Button>
      </div>
    </Form>
  );
}
