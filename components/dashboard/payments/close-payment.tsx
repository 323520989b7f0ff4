"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Offered } from "@/components/ui/offered";
import type { cancelSession, expireSession } from "@/lib/contract/payments/payment-sessions";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";
import type { Payment } from "./payment-state";

const path = "/v1/payment-sessions/{id}";

const kinds = {
  cancel: {
    title: (amount: string) => `Cancel the payment of ${amount}?`,
    action: "Cancel payment",
    done: "Payment cancelled.",
    effect: "Its page will say it was cancelled and will no longer accept payment.",
  },
  expire: {
    title: (amount: string) => `Let the payment of ${amount} expire now?`,
    action: "Expire payment",
    done: "Payment expired.",
    effect: "Its page will say it expired. A payment that is already on-chain still counts.",
  },
} as const;

/** Closes an unpaid payment. */
export function ClosePayment({ payment }: { payment: Payment }) {
  const [asked, setAsked] = useState<keyof typeof kinds | null>(null);
  const held = "Screening holds its payment, so it can’t be cancelled or expire yet.";
  const why = payment.hold?.status === "waiting" ? held : null;
  return (
    <>
      <Offered why={why}>
        {(["cancel", "expire"] as const).map((kind) => (
          <Button key={kind} look="secondary" onClick={() => setAsked(kind)}>
            {kind === "cancel" ? "Cancel" : "Expire"}
          </Button>
        ))}
      </Offered>
      {asked && (
        <ClosePaymentDialog kind={asked} payment={payment} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** Asks before a payment page takes no payment any more. */
export function ClosePaymentDialog(props: {
  kind: keyof typeof kinds;
  payment: Payment;
  onClose(): void;
}) {
  const { kind, payment, onClose } = props;
  const { id } = payment;
  const api = useApi();
  const { title, action, done, effect } = kinds[kind];
  const { mutate, isPending, error } = useObjectAction<Payment>({
    path,
    id,
    run: () =>
      kind === "cancel"
        ? api<typeof cancelSession>({ method: "POST", path: `${path}/cancel` }, { id })
        : api<typeof expireSession>({ method: "POST", path: `${path}/expire` }, { id }),
    done,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={title(amountOf(payment))}
      action={action}
      open
      busy={isPending}
      typed={kind}
      aside={<CopyCurl request={{ method: "POST", path: `${path}/${kind}`, input: { id } }} />}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>
        {payment.description && `It is for “${payment.description}”: `}
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {id}
        </code>
      </p>
      <p>{effect} This can’t be undone.</p>
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}

const amountOf = ({ amount, currency }: Payment) =>
  formatAmount({ amount, currency, decimals: currencyDecimals }, "en");
