import type { Db } from "@/db/client";

/** What one transaction books, give or take a block, and for how long histories are booked before a chain is read on. */
export const stepLimits = { events: 500, historyMs: 2_000 };

/** Blocks of a chain, the first one not included. */
export interface EventRange {
  readonly chainId: number;
  readonly above: bigint;
  readonly through: bigint;
  /** Of this contract alone, whose history is being booked; else of all whose history is. */
  readonly deploymentId?: string;
}

/** Join and condition that leave the events `e` of a range. */
export function withinRange(db: Db, { chainId, above, through, deploymentId }: EventRange) {
  const contract = deploymentId
    ? db`d.deployment_id = ${deploymentId}`
    : db`d.booked_number is null`;
  return db`
    join deployment_contracts d on d.deployment_id = e.deployment_id and d.kind = 'subscriptions'
      and d.joined_at is not null and ${contract}
    where e.chain_id = ${chainId} and e.block_number > ${above} and e.block_number <= ${through}`;
}

/**
 * Where to end so that one transaction books a bounded number of events: with the block that has the last one of them.
 * @returns the range's own end where it has no more
 */
export async function endOfStep(db: Db, range: EventRange): Promise<bigint> {
  const limit = stepLimits.events;
  const first = (events: ReturnType<Db>) => db`
    (select e.block_number from ${events} e ${withinRange(db, range)}
    order by e.block_number limit ${limit})`;
  const [last] = await db<{ blockNumber: bigint }[]>`
    select block_number from (
      ${first(db`chain_subscriptions`)} union all ${first(db`chain_charges`)}
      union all ${first(db`chain_cancellations`)}
    ) e
    order by block_number offset ${limit - 1} limit 1`;
  return last?.blockNumber ?? range.through;
}

/** The columns of an event `e` that say where it was mined. */
export function placeColumns(db: Db) {
  return db`e.chain_id, e.deployment_id, e.onchain_id, e.tx_hash, e.log_index, e.block_number,
    e.block_timestamp`;
}

/** The columns of a charge `e`. */
export function chargeColumns(db: Db) {
  return db`${placeColumns(db)}, e.chain_merchant_id, e.period, e.number, e.amount, e.fee, e.fee_bps,
    e.token_address as token, e.payout`;
}
