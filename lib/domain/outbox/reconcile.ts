import { type Db, transaction } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import type { Context, SystemActor } from "@/lib/domain/context";
import { wake } from "./wake";

/** Work that has been due for so long was not heard of. */
const OVERDUE_SECONDS = 30;
const KEPT_HOURS = 1;
const PRUNED_AT_ONCE = 10_000;

interface Overdue {
  webhooks: boolean;
  /** Chains whose submissions or nonces wait. */
  relay: number[];
}

/**
 * Wakes again whoever has work that is overdue: a wake-up may have been lost by the job engine, rows
 * cannot. Removes the wake-ups that were sent long ago.
 * @returns how many wake-ups were written
 */
export async function reconcile({ db, log }: Context<SystemActor>): Promise<number> {
  await prune(db);
  const { webhooks, relay } = await findOverdue(db);
  if (!webhooks && relay.length === 0) return 0;
  log.warn({ webhooks, relayChains: relay }, "overdue work is woken again");
  return transaction(db, async (tx) => {
    if (webhooks) await wake(tx, wakes.webhooks);
    for (const chainId of relay) await wake(tx, wakes.relay, { chainId });
    return Number(webhooks) + relay.length;
  });
}

async function findOverdue(db: Db): Promise<Overdue> {
  const [row] = await db<Overdue[]>`
    with due as (select now() - ${OVERDUE_SECONDS} * interval '1 second' as before)
    select
      exists (
        select from webhook_dispatches d
        join webhook_endpoints w on w.id = d.endpoint_id and w.status = 'enabled'
        where d.state in ('pending', 'sending') and d.next_attempt_at < (select before from due)
      ) as webhooks,
      array(
        select chain_id from relay_submissions
        where state in ('held', 'queued')
          and coalesce(next_check_at, created_at) < (select before from due)
        union
        select chain_id from relay_batches
        where state <> 'consumed' and next_action_at < (select before from due)
      ) as relay`;
  return row ?? { webhooks: false, relay: [] };
}

/** The oldest rows come first, so the search stops at the first ones that are kept. */
async function prune(db: Db): Promise<void> {
  for (;;) {
    const { count } = await db`
      delete from outbox where id in (
        select id from (select id, sent_at from outbox order by id limit ${PRUNED_AT_ONCE}) oldest
        where sent_at < now() - ${KEPT_HOURS} * interval '1 hour'
      )`;
    if (count < PRUNED_AT_ONCE / 2) return;
  }
}
