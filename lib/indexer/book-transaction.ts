import { type TransactionSql, transaction } from "@/db/client";
import type { hiddenLogs, LogDiscovery } from "@/db/schema/chain";
import { readBlock, readTransactionLogs } from "@/lib/adapters/chain/reads/blocks";
import { isWanted } from "@/lib/adapters/chain/reads/log-filter";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import { applyJobEvents } from "@/lib/domain/agents/jobs/apply-job-events";
import { applyTreasuryChanges } from "@/lib/domain/agents/treasury/treasury-changes";
import { applyRegistryChanges } from "@/lib/domain/merchants/registrations/apply-registry-changes";
import type { Context } from "@/lib/domain/platform/context";
import { applyRefundEvents } from "@/lib/domain/refunds/apply-refund-events";
import { bookAgain } from "@/lib/domain/subscriptions/books/book-history";
import type { ChainView } from "./choose-node";
import type { CursorRow } from "./cursor";
import { decodeEvents, seeEvents } from "./decode";
import type { Source } from "./source";
import type { IndexedEvent } from "./store-blocks";
import { storeBlocks } from "./store-blocks";

/** A transaction to be read by its receipt. */
export interface TransactionQuery {
  readonly txHash: Bytes32;
  readonly foundBy: LogDiscovery;
}

type HiddenLogs = Omit<typeof hiddenLogs.$inferInsert, "foundAt">;

/** What is older has been told for long enough. */
const KEPT_DAYS = 90;

/** Writes down that a node did not show logs that the chain has, for `/ready` and the metrics, and says so in the log. */
export async function noteHiddenLogs(
  { log }: Pick<Context, "log">,
  tx: TransactionSql,
  hidden: HiddenLogs,
): Promise<void> {
  const { chainId, blockNumber, node, foundBy, logs, isMissed } = hidden;
  await tx`
    with old as (
      delete from hidden_logs where found_at < now() - ${KEPT_DAYS} * interval '1 day'
    )
    insert into hidden_logs (chain_id, block_number, node, found_by, logs, is_missed)
    values (${chainId}, ${blockNumber}, ${node}, ${foundBy}, ${logs}, ${isMissed})
    on conflict (chain_id, block_number, node, found_by) do update
      set logs = greatest(hidden_logs.logs, excluded.logs), found_at = now()`;
  const fields = { chainId, block: String(blockNumber), node, foundBy, logs };
  log.error(fields, isMissed ? "a node hid logs that are booked now" : "a node hides logs");
}

/**
 * Reads a transaction by its receipt, and books what our contracts logged in it and no answer showed: as if it had been
 * read with its block. Settlements become final with the next look at finality, and subscriptions are booked again from
 * their block on, in the chain's order. A repetition changes nothing.
 * @param source the contracts that are read along, on the chain by one node
 * @returns how many logs were missing; null where the node has no such transaction up to the final block
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function bookTransaction(
  ctx: Pick<Context, "db" | "chains" | "config" | "log">,
  { node }: Pick<ChainView, "node">,
  source: Source,
  { txHash, foundBy }: TransactionQuery,
): Promise<number | null> {
  const { chain } = source;
  const found = await readTransactionLogs(chain.rpc, txHash);
  const block = found && (await readBlock(chain.rpc, found.blockNumber));
  if (!found || !block || block.hash !== found.blockHash) return null;
  const logs = found.logs.filter((log) => isWanted(log, source.filter));
  const events = decodeEvents(source, block, logs);
  return transaction(ctx.db, async (tx) => {
    const cursor = await lockFinal(tx, chain.id, block.number);
    if (!cursor) return null;
    const missing = await findMissing(tx, chain.id, events);
    if (missing.length === 0) return 0;
    const [stored] = await tx<{ hash: Bytes32 }[]>`
      select hash from chain_blocks where chain_id = ${chain.id} and number = ${block.number}`;
    if (stored && stored.hash !== block.hash) return null;
    if (!stored) await storeBlocks(tx, chain.id, [block]);
    await seeEvents(ctx, tx, chain.id, missing);
    await makeFinal(ctx, tx, cursor, missing);
    const hidden = { node: node.name, foundBy, logs: missing.length, isMissed: true };
    await noteHiddenLogs(ctx, tx, { chainId: chain.id, blockNumber: block.number, ...hidden });
    return missing.length;
  });
}

/** Locks the cursor where a height is final and nothing is in doubt. */
async function lockFinal(
  tx: TransactionSql,
  chainId: number,
  height: bigint,
): Promise<CursorRow | undefined> {
  const [cursor] = await tx<CursorRow[]>`
    select * from chain_cursors
    where chain_id = ${chainId} and finalized_number >= ${height} and halted_reason is null
      and doubt_since is null
    for update`;
  return cursor;
}

async function findMissing(
  tx: TransactionSql,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<IndexedEvent[]> {
  if (events.length === 0) return [];
  const keys = events.map(({ domainKey }) => `0x${domainKey}`);
  const known = await tx<{ domainKey: Hex }[]>`
    select domain_key from chain_events
    where chain_id = ${chainId} and domain_key = any (${keys})`;
  const stored = new Set<string>(known.map(({ domainKey }) => domainKey));
  return events.filter(({ domainKey }) => !stored.has(`0x${domainKey}`));
}

async function makeFinal(
  ctx: Pick<Context, "chains" | "config" | "log">,
  tx: TransactionSql,
  { chainId, finalizedNumber }: CursorRow,
  missing: readonly IndexedEvent[],
): Promise<void> {
  const [first] = missing;
  if (!first) return;
  const above = first.blockNumber - 1n;
  await applyRegistryChanges(tx, { chainId, above, through: finalizedNumber });
  for (const { kind, deploymentId } of missing) {
    if (kind === "subscriptions") await bookAgain(tx, { deploymentId, above });
  }
  await applyRefundEvents(ctx, tx, { chainId, above, through: first.blockNumber });
  await applyJobEvents(ctx, tx, { chainId, above, through: finalizedNumber });
  await applyTreasuryChanges(tx, { chainId, through: finalizedNumber });
}
