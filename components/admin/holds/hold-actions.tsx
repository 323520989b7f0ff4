"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { LinkButton } from "@/components/ui/link-button";
import { shortHex } from "@/components/ui/short-hex";
import type {
  refundHeldPayment,
  refuseHeldPayment,
  releaseHeldPayment,
} from "@/lib/contract/admin/repairs";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";
import { type Held, holdsPath, isSettled } from "./hold-shapes";

const decisions = {
  release: { verb: "Release", done: "Payment released.", look: "primary" },
  refuse: { verb: "Refuse", done: "Payment refused.", look: "danger" },
  refund: { verb: "Refund", done: "Refund created for the merchant to send.", look: "danger" },
} as const;
type Decision = keyof typeof decisions;

/** The decisions that are possible for a payment on hold. */
const offeredFor = (held: Held): readonly Decision[] => [
  "release",
  ...(held.decision === null ? (["refuse"] as const) : []),
  ...(isSettled(held) ? (["refund"] as const) : []),
];

/** Buttons of one payment on hold; each shows the consequence first. */
export function HoldActions({ held }: { held: Held }) {
  const [open, setOpen] = useState<Decision | null>(null);
  const money = { ...held, currency: held.currency ?? "", decimals: currencyDecimals };
  const amount = formatAmount(money, "en").trim();
  return (
    <span className="flex flex-wrap justify-end gap-x-4 sm:justify-start">
      {offeredFor(held).map((decision) => (
        <LinkButton
          key={decision}
          label={`${decisions[decision].verb} ${amount} from ${shortHex(held.payer)}`}
          onClick={() => setOpen(decision)}
        >
          {decisions[decision].verb}
        </LinkButton>
      ))}
      {open && <DecideDialog {...{ held, amount }} decision={open} onClose={() => setOpen(null)} />}
    </span>
  );
}

interface DialogProps {
  held: Held;
  amount: string;
  decision: Decision;
  onClose(): void;
}

type Endpoint = typeof releaseHeldPayment | typeof refuseHeldPayment | typeof refundHeldPayment;

function DecideDialog({ held, amount, decision, onClose }: DialogProps) {
  const api = useApi();
  const changed = useListChanged(holdsPath);
  const { verb, done, look } = decisions[decision];
  const path = `${holdsPath}/{id}/${decision}` as Endpoint["path"];
  return (
    <RepairDialog
      title={`${verb} the payment of ${amount}?`}
      action={`${verb} payment`}
      {...{ done, look, onClose }}
      call={(input) => api<Endpoint>({ method: "POST", path }, { id: held.id, ...input })}
      onDone={changed}
    >
      {({ consequence, hold }) => (
        <>
          <p>{consequence}</p>
          <p className="wrap-anywhere">
            Payer:{" "}
            <code translate="no" className="font-mono text-xs">
              {hold.payer}
            </code>
          </p>
        </>
      )}
    </RepairDialog>
  );
}
