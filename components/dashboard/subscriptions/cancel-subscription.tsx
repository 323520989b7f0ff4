"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money/money";
import { TextField } from "@/components/ui/text-field";
import type { cancelSubscription } from "@/lib/contract/subscriptions/subscriptions";
import { everyWords, type Subscription } from "./subscription-state";

const path = "/v1/subscriptions/{id}";

/** Ends a subscription for good, with the reason that is kept. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Cancel
      </Button>
      {open && <CancelDialog subscription={subscription} onClose={() => setOpen(false)} />}
    </>
  );
}

function CancelDialog(props: { subscription: Subscription; onClose(): void }) {
  const { subscription, onClose } = props;
  const { id } = subscription;
  const api = useApi();
  const [reason, setReason] = useState("");
  const input = { id, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
  const { mutate, isPending, error } = useObjectAction<Subscription>({
    path,
    id,
    run: () => api<typeof cancelSubscription>({ method: "POST", path: `${path}/cancel` }, input),
    done: "Subscription cancelled.",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      action="Cancel subscription"
      open
      busy={isPending}
      typed="cancel"
      aside={<CopyCurl request={{ method: "POST", path: `${path}/cancel`, input }} />}
      onClose={onClose}
      onConfirm={() => mutate()}
    >
      <p>
        <Money {...subscription} /> {everyWords(subscription.intervalSeconds)}{" "}
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {id}
        </code>
      </p>
      <p>
        The payer won’t be charged for it again. If the payer has agreed to a next term after it,
        that is cancelled too. This can’t be undone: the payer would have to subscribe again.{" "}
        {subscription.chargeInFlight && "A charge that is on its way may still arrive."}
      </p>
      <TextField
        name="reason"
        label="Why?"
        hint="Stored with the subscription."
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <QueryProblem problem={error} />
    </ConfirmDialog>
  );
}
