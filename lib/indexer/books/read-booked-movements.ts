import { bookedRows } from "@/db/booked-condition";
import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { transactionTypes } from "@/db/schema/payments";
import type { Mode } from "@/lib/core/modes";
import type { Source } from "@/lib/indexer/source";
import type { BookedMovement, ChainMovement, MovementType } from "./movement";
import { placeOf } from "./movement";

/** A pending row of a final block is told of only then: booking takes its time. */
const SETTLED_MINUTES = 60;

const movementTypes: Record<(typeof transactionTypes)[number], MovementType> = {
  payment: "payment",
  unmatched_deposit: "payment",
  agent_job: "payment",
  subscription_charge: "charge",
  refund: "refund",
};

interface Row extends Omit<BookedMovement, "type"> {
  readonly type: keyof typeof movementTypes;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Blocks of a chain, the first one not included. */
export interface Blocks {
  readonly above: bigint;
  readonly through: bigint;
}

/** Rows that are compared together, at the most, unless one block has more. */
const MOST_ROWS = 5_000;

/** The last block of the range up to which there are not more rows than are compared together. */
export async function endOfPage(
  db: Db,
  { chain }: Pick<Source, "chain">,
  { above, through }: Blocks,
): Promise<bigint> {
  const [beyond] = await db<{ blockNumber: bigint }[]>`
    select block_number from transactions
    where chain_id = ${chain.id} and block_number > ${above} and block_number <= ${through}
      and ${db.unsafe(bookedRows)}
    order by block_number offset ${MOST_ROWS} limit 1`;
  if (!beyond) return through;
  const end = beyond.blockNumber - 1n;
  return end > above ? end : beyond.blockNumber;
}

/**
 * The rows of `transactions` whose money moved in these blocks, in the chain's order: of the contracts that are compared,
 * and of deployments that the chain does not have.
 */
export async function readBookedMovements(
  db: Db,
  { chain, contracts }: Source,
  { above, through }: Blocks,
): Promise<BookedMovement[]> {
  const deployments = [...new Set(contracts.map(({ deployment }) => deployment.id))];
  const inBlocks = db`
    chain_id = ${chain.id} and block_number > ${above} and block_number <= ${through}`;
  const columns = db`
    id, type, deployment_id, merchant_id, mode, block_number, tx_hash, log_index,
    token_address as token, currency, from_address as payer, to_address as payout, amount, fee,
    net_amount as net`;
  const rows = await db<Row[]>`
    select t.*, m.chain_merchant_id as merchant
    from (
      select ${columns}, true as is_settled from transactions
      where ${inBlocks} and ${db.unsafe(bookedRows)}
      union all
      select ${columns}, created_at > clock_now() - ${SETTLED_MINUTES} * interval '1 minute'
      from transactions
      where ${inBlocks} and ${db.unsafe(indexCondition("unfinal", "status", ["pending"]))}
        and payment_exception <> 'screening' and type <> 'agent_job'
    ) t
    left join merchant_registrations m on m.deployment_id = t.deployment_id
      and m.merchant_id = t.merchant_id and m.mode = t.mode
    where t.deployment_id = any (${deployments}) or not exists (
      select from deployments d where d.id = t.deployment_id and d.chain_id = ${chain.id}
    )
    order by t.block_number, t.log_index, t.id`;
  return rows.map((row) => ({ ...row, type: movementTypes[row.type] }));
}

/**
 * Which events need no row: payments whose fee alone is kept, refunds of what is not known, and charges and refunds of
 * merchants that are not registered here.
 * @param events without a row
 */
export async function findForeign(
  db: Db,
  { chain }: Pick<Source, "chain">,
  events: readonly ChainMovement[],
): Promise<(event: ChainMovement) => boolean> {
  if (events.length === 0) return () => false;
  const blocks = [...new Set(events.map(({ blockNumber }) => blockNumber))];
  const fees = await db<{ blockNumber: bigint; logIndex: number; fee: bigint }[]>`
    select block_number, log_index, fee from unbooked_fees
    where chain_id = ${chain.id} and block_number in ${db(blocks)}`;
  const refunds = await db<{ blockNumber: bigint; logIndex: number }[]>`
    select block_number, log_index from chain_refunds
    where chain_id = ${chain.id} and block_number in ${db(blocks)}
      and unmatched_at is not null`;
  const merchants = await db<{ deploymentId: string; merchant: bigint }[]>`
    select deployment_id, chain_merchant_id as merchant from merchant_registrations
    where deployment_id = any (${[...new Set(events.map((event) => event.deploymentId))]})`;
  const logOf = (at: { blockNumber: bigint; logIndex: number }) =>
    `${at.blockNumber} ${at.logIndex}`;
  const kept = new Map(fees.map((row) => [logOf(row), row.fee]));
  const unmatched = new Set(refunds.map(logOf));
  const own = new Set(merchants.map((row) => `${row.deploymentId} ${row.merchant}`));
  return (event) => {
    if (event.type === "payment") return kept.get(logOf(event)) === event.fee;
    return unmatched.has(logOf(event)) || !own.has(`${event.deploymentId} ${event.merchant}`);
  };
}

/** Events without a row. */
export function withoutRow(
  events: readonly ChainMovement[],
  rows: readonly BookedMovement[],
): ChainMovement[] {
  const booked = new Set(rows.map(placeOf));
  return events.filter((event) => !booked.has(placeOf(event)));
}
