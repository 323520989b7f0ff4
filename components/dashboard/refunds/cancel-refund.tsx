"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money/money";
import type { cancelRefund } from "@/lib/contract/refunds/refunds";
import { isReplaced, type Refund } from "./refund-state";

const path = "/v1/refunds/{id}";

/** Gives up a refund that nothing was sent for, as far as is known. */
export function CancelRefund({ refund }: { refund: Refund }) {
  const { id } = refund;
  const api = useApi();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error } = useObjectAction<Refund>({
    path,
    id,
    run: () => api<typeof cancelRefund>({ method: "POST", path: `${path}/cancel` }, { id }),
    done: "Refund cancelled.",
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Cancel
      </Button>
      <ConfirmDialog
        title="Cancel this refund?"
        action="Cancel refund"
        open={open}
        busy={isPending}
        aside={<CopyCurl request={{ method: "POST", path: `${path}/cancel`, input: { id } }} />}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
      >
        <p>
          <Money {...refund} />{" "}
          <code translate="no" className="wrap-anywhere font-mono text-xs">
            {id}
          </code>
        </p>
        <p>
          {isReplaced(refund)
            ? "Check your wallet first: the transfer may have been sent under another hash. If it was, the payer keeps the money, and a further refund would pay twice."
            : "No money is sent, and you can refund this amount again later."}
        </p>
        <QueryProblem problem={error} />
      </ConfirmDialog>
    </>
  );
}
