import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { LogDiscovery } from "@/db/schema/chain";
import { bookedTopics } from "@/lib/adapters/chain/events/booked-topics";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { wakes } from "@/lib/core/operations/wakes";
import { wake } from "@/lib/domain/platform/outbox/wake";

/** A transaction that may have logged what was not read. */
export interface Suspect {
  readonly chainId: number;
  readonly txHash: Bytes32;
  readonly foundBy: LogDiscovery;
}

/** Has the indexer read a transaction by its receipt. */
export async function noteSuspect(
  tx: TransactionSql,
  { chainId, txHash, foundBy }: Suspect,
): Promise<void> {
  const { count } = await tx`
    insert into suspect_transactions (chain_id, tx_hash, found_by)
    values (${chainId}, ${txHash}, ${foundBy}) on conflict do nothing`;
  if (count === 1) await wake(tx, wakes.chain, { chainId });
}

/**
 * Compares the receipt of a transaction of ours, of a final block, with what was booked of it: what our contracts
 * logged and the indexer was not shown makes it suspect.
 */
export async function compareReceipt(
  tx: TransactionSql,
  { chainId, txHash }: Omit<Suspect, "foundBy">,
  { blockNumber, logs }: Receipt,
): Promise<void> {
  const booked = logs.filter(
    ({ topics: [topic] }) => topic !== undefined && bookedTopics.has(topic),
  );
  if (booked.length === 0) return;
  const rows = booked.map(({ address, logIndex, topics }) => ({
    address,
    logIndex,
    // Of a log of the core: the registry that it is for.
    registry: topics[1] === undefined ? null : `0x${topics[1].slice(-40)}`,
  }));
  const unread = await tx`
    select from json_to_recordset(${asRows(rows)}::text::json) as l(address text, "logIndex" int, registry text)
    join deployment_contracts d on d.chain_id = ${chainId} and d.address = hex_bytes(l.address)
      and d.joined_at is not null
    join deployment_contracts r on r.deployment_id = d.deployment_id and r.kind = 'registry'
      and (d.kind = 'registry' or r.address = hex_bytes(l.registry))
    where not exists (
      select from chain_events e where e.chain_id = ${chainId} and e.block_number = ${blockNumber}
        and e.log_index = l."logIndex"
    ) limit 1`;
  if (unread.length > 0) await noteSuspect(tx, { chainId, txHash, foundBy: "receipt" });
}
