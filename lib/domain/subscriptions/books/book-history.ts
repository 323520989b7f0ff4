import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { applyWaitingRefunds } from "@/lib/domain/refunds/apply-refund-events";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { type EventRange, endOfStep, stepLimits } from "./event-range";
import { screenCharges } from "./screen-charges";

type History = EventRange & { readonly deploymentId: string };

/**
 * A contract is read along from now on: what its history made final is booked by `bookHistories`, and what becomes final
 * meanwhile with it, since of each subscription the books follow the chain's order.
 */
export async function beginHistory(
  tx: TransactionSql,
  { deploymentId, through }: { deploymentId: string; through: bigint },
): Promise<void> {
  await tx`
    update deployment_contracts
    set booked_number = case when start_block <= ${through}
      then coalesce(booked_number, start_block - 1) end
    where deployment_id = ${deploymentId} and kind = 'subscriptions'`;
}

/** A contract logged what was not read: from its block on it is booked again, in the chain's order. */
export async function bookAgain(
  tx: TransactionSql,
  { deploymentId, above }: { deploymentId: string; above: bigint },
): Promise<void> {
  await tx`
    update deployment_contracts set booked_number = least(booked_number, ${above}::bigint)
    where deployment_id = ${deploymentId} and kind = 'subscriptions' and joined_at is not null`;
}

/**
 * Books the histories of contracts that have joined, a number of events after the other: each step commits by itself
 * and says how far it came. Screens first who paid. After a while it lets the chain be read on.
 * @returns whether all are booked
 */
export async function bookHistories(
  ctx: Context<SystemActor>,
  chainId: number,
  until: Date,
): Promise<boolean> {
  const end = Math.min(until.getTime(), Date.now() + stepLimits.historyMs);
  for (;;) {
    const history = await findHistory(ctx.db, chainId);
    if (!history) return true;
    if (!(await bookStep(ctx, history)) || Date.now() >= end) return false;
  }
}

async function findHistory(db: Db, chainId: number): Promise<History | undefined> {
  const [history] = await db<History[]>`
    select d.chain_id, d.deployment_id, coalesce(d.booked_number, 0) as above, c.finalized_number as through
    from deployment_contracts d join chain_cursors c on c.chain_id = d.chain_id
    where d.chain_id = ${chainId} and d.kind = 'subscriptions' and d.booked_number is not null
      and d.joined_at is not null
    order by d.deployment_id limit 1`;
  return history;
}

/** @returns false where another process did it, or nothing may be booked now */
async function bookStep(ctx: Context<SystemActor>, history: History): Promise<boolean> {
  const { chainId, deploymentId, above } = history;
  const through = await endOfStep(ctx.db, history);
  const step = { ...history, through };
  const verdicts = await screenCharges(ctx, step);
  return transaction(ctx.db, async (tx) => {
    const [cursor] = await tx<{ finalizedNumber: bigint }[]>`
      select finalized_number from chain_cursors
      where chain_id = ${chainId} and finalized_number >= ${through} and halted_reason is null
        and doubt_since is null
      for no key update`;
    if (!cursor) return false;
    const { count } = await tx`
      update deployment_contracts
      set booked_number = case when ${through} < ${cursor.finalizedNumber}::bigint
        then ${through}::bigint end
      where deployment_id = ${deploymentId} and kind = 'subscriptions' and joined_at is not null
        and booked_number = ${above}`;
    if (count !== 1) return false;
    await applySubscriptionEvents(ctx, tx, step, verdicts);
    await applyWaitingRefunds(ctx, tx, { deploymentId, kind: "chargeRefunds" });
    return true;
  });
}
