"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import type { updatePaymentLink } from "@/lib/contract/storefronts/payment-links";
import type { PaymentLink } from "./link-state";

const path = "/v1/payment-links/{id}";

/** Switches a link off or on: shown at once, and reverted when it is refused. */
export function SwitchLink({ link }: { link: PaymentLink }) {
  const { id, active } = link;
  const api = useApi();
  const why = useWhyReadOnly();
  const input = { id, active: !active };
  const { mutate, isPending, error } = useObjectAction<PaymentLink, typeof input>({
    path,
    id,
    run: (change) => api<typeof updatePaymentLink>({ method: "PATCH", path }, change),
    expect: (before, change) => ({ ...before, active: change.active }),
    done: active ? "Payment link switched off." : "Payment link switched on.",
  });
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" busy={isPending} onClick={() => mutate(input)}>
          {active ? "Switch off" : "Switch on"}
        </Button>
      </Offered>
      <CopyCurl request={{ method: "PATCH", path, input }} />
      {error && (
        <div className="basis-full">
          <QueryProblem problem={error} />
        </div>
      )}
    </>
  );
}
