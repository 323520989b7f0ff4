import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/in-slices";
import type { Block } from "@/lib/adapters/chain/blocks";
import type { IndexedEvent } from "./decode";

/** Writes blocks of heights that are not stored yet. */
export async function storeBlocks(
  tx: TransactionSql,
  chainId: number,
  blocks: readonly Block[],
): Promise<void> {
  if (blocks.length === 0) return;
  const rows = blocks.map(({ number, hash, parentHash, timestamp }) => ({
    number,
    hash,
    parentHash,
    timestamp,
  }));
  await tx`
    insert into chain_blocks (chain_id, number, hash, parent_hash, timestamp)
    select ${chainId}, number, hex_bytes(hash), hex_bytes("parentHash"), timestamp
    from json_to_recordset(${asRows(rows)}::text::json)
      as b(number bigint, hash text, "parentHash" text, timestamp timestamptz)`;
}

/**
 * Writes the events' logs. Their key names what they are about and not the place, so that an event which
 * is met twice counts once.
 * @returns the events that were not there yet
 */
export async function storeEvents(
  tx: TransactionSql,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<IndexedEvent[]> {
  const fresh = new Set<string>();
  await inSlices(events, async (slice) => {
    const rows = slice.map(({ blockNumber, logIndex, deploymentId, kind, domainKey }) => ({
      blockNumber,
      logIndex,
      deploymentId,
      kind,
      domainKey,
    }));
    for (const key of await insertEvents(tx, chainId, asRows(rows))) fresh.add(key);
  });
  return events.filter(({ domainKey }) => fresh.has(domainKey));
}

/** @returns the domain keys of the events that were not there yet */
async function insertEvents(tx: TransactionSql, chainId: number, rows: string): Promise<string[]> {
  const stored = await tx<{ domainKey: string }[]>`
    insert into chain_events
      (chain_id, block_number, log_index, deployment_id, kind, domain_key)
    select ${chainId}, "blockNumber", "logIndex", "deploymentId", kind, decode("domainKey", 'hex')
    from json_to_recordset(${rows}::text::json) as e("blockNumber" bigint, "logIndex" int, "deploymentId" text, kind text, "domainKey" text)
    on conflict do nothing
    returning encode(domain_key, 'hex') as domain_key`;
  return stored.map(({ domainKey }) => domainKey);
}
