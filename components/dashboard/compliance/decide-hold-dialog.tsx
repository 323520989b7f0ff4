"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/text-field";
import { showToast } from "@/components/ui/toast";
import type { RowOf } from "@/lib/client/read-page";
import type { listHolds, refundHold, releaseHold } from "@/lib/contract/insight/compliance-holds";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";

export type Hold = RowOf<typeof listHolds>;

const path = "/v1/compliance/holds/{transactionId}";

const kinds = {
  refund: {
    title: (amount: string) => `Refund the held payment of ${amount}?`,
    action: "Refund payment",
    done: "Refund created. Send it from your wallet.",
    effect:
      "The payment will not be confirmed, and its order is not paid. You send the money back from your own wallet in the next step. The payer is told that you are returning it, not why.",
  },
  release: {
    title: (amount: string) => `Release the held payment of ${amount}?`,
    action: "Release payment",
    done: "The payment is released.",
    effect: "The payment is confirmed like any other, and its order is paid.",
  },
} as const;

export type HoldAction = keyof typeof kinds;

interface Props {
  action: HoldAction;
  hold: Hold;
  onClose(): void;
}

/** Asks for the reason of a decision, which is made once. */
export function DecideHoldDialog({ action: kind, hold, onClose }: Props) {
  const [reason, setReason] = useState("");
  const { title, action, effect } = kinds[kind];
  const { mutate, isPending, error } = useDecision(kind, hold, onClose);
  const amount = formatAmount({ ...hold, decimals: currencyDecimals }, "en");
  return (
    <ConfirmDialog
      title={title(amount)}
      action={action}
      open
      busy={isPending}
      onClose={onClose}
      onConfirm={() => mutate(reason.trim())}
    >
      <p>{effect} This can’t be undone.</p>
      <TextField
        name="reason"
        label="Reason"
        hint="Kept in the audit log."
        maxLength={500}
        autoComplete="off"
        value={reason}
        wrong={reason.trim() === "" && "Enter a reason."}
        onChange={({ target }) => setReason(target.value)}
      />
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}

/** Makes the decision, and goes on to the refund that it made. */
function useDecision(kind: HoldAction, { transactionId }: Hold, onClose: () => void) {
  const api = useApi();
  const acting = useActing();
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (reason: string) => {
      const input = { transactionId, reason };
      return kind === "refund"
        ? api<typeof refundHold>({ method: "POST", path: `${path}/refund` }, input)
        : api<typeof releaseHold>({ method: "POST", path: `${path}/release` }, input);
    },
    onSuccess: ({ refundId }) => {
      showToast(kinds[kind].done);
      onClose();
      if (kind === "refund" && refundId !== null) {
        router.push(hrefIn(`/dashboard/refunds/${refundId}`, acting.mode));
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: scopeKey(acting) }),
  });
}
