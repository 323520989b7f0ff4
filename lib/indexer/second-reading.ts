import type { LogDiscovery } from "@/db/schema/chain";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { bookTransaction } from "./book-transaction";
import type { ChainView } from "./choose-node";
import { compareRange } from "./compare-range";
import { contractsOn, joinedKeys, keyOf, type Source, sourceOf } from "./source";

type ReaderContext = Pick<Context, "db" | "chains" | "config" | "log">;

/** A scan reads so long for a second time, and then reads on. */
const AT_MOST_MS = 2_000;
const SUSPECTS_AT_ONCE = 50;
/** Blocks whose logs are compared and written down together. */
const STEP_BLOCKS = 2_000n;

/**
 * Reads again what may have been left out of a node's answers. Transactions that are suspect are read by their receipts;
 * and what has been final for a while is read a second time, from another node where there is one. What was missing is
 * booked, once its receipt confirms it, and each difference is written down with the node that hid it.
 * @returns whether there is more to read at once
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readAgain(
  ctx: ReaderContext,
  view: ChainView,
  until: Date,
): Promise<boolean> {
  const { chain } = view;
  const end = Math.min(until.getTime(), Date.now() + AT_MOST_MS);
  let due = await findDue(ctx, view);
  if (!due) return false;
  const source = await joinedSource(ctx, chain);
  let booked = due.isSuspected && (await bookSuspects(ctx, view, source));
  while (due?.isReadable && due.above < due.number) {
    const { above, number }: Due = due;
    const through = smaller(above + STEP_BLOCKS, number);
    const heights = { above, through, foundBy: "second_reading" } as const;
    const read = await compareRange(ctx, view, source, heights);
    const at = read.through === number ? due.at : await timeOf(view, read.through);
    if (!at) return booked;
    const { count } = await ctx.db`
      update chain_cursors set reread_number = ${read.through}, reread_at = ${at}
      where chain_id = ${chain.id} and reread_number = ${above}`;
    if (read.missing > 0) booked = true;
    if (count === 0 || read.through === number) return booked;
    if (Date.now() >= end) return true;
    due = { ...due, above: read.through };
  }
  return booked;
}

/** What is read along on a chain. */
export async function joinedSource(
  { db, chains }: ReaderContext,
  chain: ChainView["chain"],
): Promise<Source> {
  const joined = await joinedKeys(db, chain.id);
  return sourceOf(
    chain,
    contractsOn(chains, chain).filter((one) => joined.has(keyOf(one))),
  );
}

/** @returns whether something was booked */
async function bookSuspects(ctx: ReaderContext, view: ChainView, source: Source): Promise<boolean> {
  const { id: chainId } = view.chain;
  const suspects = await ctx.db<{ txHash: Bytes32; foundBy: LogDiscovery }[]>`
    select tx_hash, found_by from suspect_transactions where chain_id = ${chainId}
    order by random() limit ${SUSPECTS_AT_ONCE}`;
  let booked = false;
  for (const suspect of suspects) {
    const missing = await bookTransaction(ctx, view, source, suspect);
    if (missing === null) continue;
    if (missing > 0) booked = true;
    await ctx.db`
      delete from suspect_transactions where chain_id = ${chainId} and tx_hash = ${suspect.txHash}`;
  }
  return booked;
}

/** What is to be read again now. */
interface Due {
  /** There are transactions to be read by their receipts. */
  readonly isSuspected: boolean;
  /** The blocks after `above`, up to `number`, of the time `at`, have been final for long enough. */
  readonly isReadable: boolean;
  readonly above: bigint;
  readonly number: bigint;
  readonly at: Date;
}

/** The next target is what is final once the last one is reached; it is due a while later. */
async function findDue({ db }: ReaderContext, { chain }: ChainView): Promise<Due | undefined> {
  const [due] = await db<Due[]>`
    with next as (
      update chain_cursors set reread_target = finalized_number, reread_target_at = finalized_at,
        reread_due_at = date_trunc('milliseconds', now())
          + ${chain.secondReadingMs} * interval '1 millisecond'
      where chain_id = ${chain.id} and finalized_number > reread_number
        and (reread_target is null or reread_target <= reread_number)
        and halted_reason is null and doubt_since is null
      returning chain_id, reread_target, reread_target_at, reread_due_at
    )
    select * from (
      select exists (select from suspect_transactions s where s.chain_id = c.chain_id) as is_suspected,
        coalesce(coalesce(n.reread_target, c.reread_target) > c.reread_number
          and coalesce(n.reread_due_at, c.reread_due_at) <= now(), false) as is_readable,
        c.reread_number as above,
        coalesce(n.reread_target, c.reread_target, c.reread_number) as number,
        coalesce(n.reread_target_at, c.reread_target_at, c.finalized_at) as at
      from chain_cursors c left join next n on n.chain_id = c.chain_id
      where c.chain_id = ${chain.id} and c.halted_reason is null and c.doubt_since is null
    ) due
    where is_suspected or is_readable`;
  return due;
}

async function timeOf({ chain }: ChainView, number: bigint): Promise<Date | null> {
  return (await readBlock(chain.rpc, number))?.timestamp ?? null;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
