"use client";

import { useState } from "react";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Offered } from "@/components/ui/offered";
import type { archivePlan } from "@/lib/contract/subscriptions/subscription-plans";
import type { Plan } from "./plans-list";

const path = "/v1/subscription-plans/{id}";

/** Takes a plan out of offer for good. */
export function ArchivePlan({ plan }: { plan: Plan }) {
  const { id, name } = plan;
  const api = useApi();
  const why = useWhyReadOnly();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error } = useObjectAction<Plan>({
    path,
    id,
    run: () => api<typeof archivePlan>({ method: "POST", path: `${path}/archive` }, { id }),
    done: "Plan archived.",
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" onClick={() => setOpen(true)}>
          Archive
        </Button>
      </Offered>
      <ConfirmDialog
        title={`Archive the plan “${name}”?`}
        action="Archive plan"
        open={open}
        busy={isPending}
        typed={name}
        aside={<CopyCurl request={{ method: "POST", path: `${path}/archive`, input: { id } }} />}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
      >
        <p>
          The plan closes to new subscribers. Existing subscribers keep paying. This can’t be
          undone.
        </p>
        <QueryProblem problem={error} />
      </ConfirmDialog>
    </>
  );
}
