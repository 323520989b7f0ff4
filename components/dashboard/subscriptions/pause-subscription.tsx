"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useObjectAction } from "@/components/dashboard/data/use-object-action";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import type {
  pauseSubscription,
  resumeSubscription,
} from "@/lib/contract/subscriptions/subscriptions";
import type { Subscription } from "./subscription-state";

const path = "/v1/subscriptions/{id}";

/** Pauses a subscription, or lets a paused one go on: shown at once, and taken back if it is refused. */
export function PauseSubscription({ subscription }: { subscription: Subscription }) {
  const { id, pausedAt } = subscription;
  const api = useApi();
  const why = useWhyReadOnly();
  const isPaused = pausedAt !== null;
  const { mutate, isPending, error } = useObjectAction<Subscription>({
    path,
    id,
    run: () =>
      isPaused
        ? api<typeof resumeSubscription>({ method: "POST", path: `${path}/resume` }, { id })
        : api<typeof pauseSubscription>({ method: "POST", path: `${path}/pause` }, { id }),
    expect: (before) => ({ ...before, pausedAt: isPaused ? null : new Date().toISOString() }),
    done: isPaused ? "Subscription resumed." : "Subscription paused.",
  });
  return (
    <>
      <Offered why={why}>
        <Button look="secondary" busy={isPending} onClick={() => mutate()}>
          {isPaused ? "Resume" : "Pause"}
        </Button>
      </Offered>
      <CopyCurl
        request={{
          method: "POST",
          path: `${path}/${isPaused ? "resume" : "pause"}`,
          input: { id },
        }}
      />
      {error && (
        <div className="basis-full">
          <QueryProblem problem={error} />
        </div>
      )}
    </>
  );
}
