import { type Sql, transaction } from "@/db/client";
import { dispatchTransitions, sourcesOf } from "@/lib/core/states";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";
import type { ClaimedDispatch } from "./claim-dispatches";

/**
 * Lets others send at once what this process claimed and will not finish: they would wait for its
 * leases to run out. An answer that still comes is not recorded, and the event is sent again under
 * the same id.
 * @returns how many were given back; the others are decided, or have been taken over
 */
export async function giveBackDispatches(
  db: Sql,
  dispatches: readonly ClaimedDispatch[],
): Promise<number> {
  if (dispatches.length === 0) return 0;
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update webhook_dispatches d set state = 'pending', next_attempt_at = clock_now(),
        lease_until = null
      from unnest(
        ${dispatches.map(({ id }) => id)}::text[],
        ${dispatches.map(({ fence }) => String(fence))}::bigint[]
      ) as o (id, fence)
      where d.id = o.id and d.fence = o.fence and d.state = 'sending'
        and d.state in ${tx(sourcesOf(dispatchTransitions, "pending"))}`;
    if (count > 0) await wake(tx, wakes.webhooks);
    return count;
  });
}
