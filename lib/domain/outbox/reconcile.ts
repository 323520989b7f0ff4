import { type Db, transaction } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import type { Context, SystemActor } from "@/lib/domain/context";
import { isSlotOpen } from "@/lib/domain/relay/is-slot-open";
import { wake } from "./wake";

/** Work that has been due for so long was not heard of. */
const OVERDUE_SECONDS = 30;

interface Overdue {
  webhooks: boolean;
  mails: boolean;
  /** Chains whose submissions or nonces wait. */
  relay: number[];
}

/**
 * Wakes again whoever has work that is overdue: a wake-up may have been lost by the job engine, rows
 * cannot.
 * @returns how many wake-ups were written
 */
export async function reconcile({ db, log }: Context<SystemActor>): Promise<number> {
  const { webhooks, mails, relay } = await findOverdue(db);
  if (!webhooks && !mails && relay.length === 0) return 0;
  log.warn({ webhooks, mails, relayChains: relay }, "overdue work is woken again");
  return transaction(db, async (tx) => {
    if (webhooks) await wake(tx, wakes.webhooks);
    if (mails) await wake(tx, wakes.mails);
    for (const chainId of relay) await wake(tx, wakes.relay, { chainId });
    return Number(webhooks) + Number(mails) + relay.length;
  });
}

async function findOverdue(db: Db): Promise<Overdue> {
  const [row] = await db<Overdue[]>`
    with due as (select now() - ${OVERDUE_SECONDS} * interval '1 second' as before)
    select
      exists (
        select from (
          select endpoint_id from webhook_dispatches where due_at < (select before from due)
          order by due_at offset 0
        ) d
        where (select status = 'enabled' from webhook_endpoints where id = d.endpoint_id)
      ) as webhooks,
      exists (select from mails where due_at < (select before from due)) as mails,
      array(${overdueChains(db)}) as relay`;
  return row ?? { webhooks: false, mails: false, relay: [] };
}

/**
 * Chains with a queue whose oldest submission, or with an open nonce that, was due before `due.before`.
 * The walk jumps from one queue to the next in the index.
 */
function overdueChains(db: Db) {
  return db`
    with recursive present as (
      (select queue from relay_open_submissions where queue is not null order by queue limit 1)
      union all
      select (
        select o.queue from relay_open_submissions o
        where o.queue > present.queue order by o.queue limit 1
      ) from present where present.queue is not null
    )
    select split_part(queue, ':', 1)::int as chain_id from present
    where (
      select due_at < (select before from due) from relay_open_submissions o
      where o.queue = present.queue order by o.due_at limit 1
    )
    union
    select chain_id from (select distinct chain_id from deployments) d
    where (
      select true from relay_batches b
      where b.chain_id = d.chain_id and ${isSlotOpen(db)}
        and b.next_action_at < (select before from due) limit 1
    )`;
}
