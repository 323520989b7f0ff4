import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/in-slices";
import type { Block } from "@/lib/adapters/chain/blocks";
import type { Settlement } from "@/lib/domain/payments/settlement";
import { domainKeyOf } from "./decode";
import type { Source } from "./source";

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
 * Writes the settlements' logs. Their key names the payment and not the place, so that a payment which
 * is met twice counts once.
 * @returns the settlements that were not there yet
 */
export async function storeEvents(
  tx: TransactionSql,
  { chain, deployments }: Source,
  settlements: readonly Settlement[],
): Promise<Settlement[]> {
  if (settlements.length === 0) return [];
  const processors = new Map(deployments.map(({ id, processor }) => [id, processor]));
  const fresh = new Set<string>();
  await inSlices(settlements, async (slice) => {
    const rows = slice.map((settlement) => {
      const { blockNumber, logIndex, deploymentId, paymentId } = settlement;
      const domainKey = domainKeyOf(processors.get(deploymentId) ?? "", paymentId);
      return { blockNumber, logIndex, deploymentId, domainKey };
    });
    for (const key of await insertEvents(tx, chain.id, asRows(rows))) fresh.add(key);
  });
  return settlements.filter(({ deploymentId, paymentId }) =>
    fresh.has(domainKeyOf(processors.get(deploymentId) ?? "", paymentId)),
  );
}

/** @returns the domain keys of the events that were not there yet */
async function insertEvents(tx: TransactionSql, chainId: number, rows: string): Promise<string[]> {
  const stored = await tx<{ domainKey: string }[]>`
    insert into chain_events
      (chain_id, block_number, log_index, deployment_id, domain_key)
    select ${chainId}, "blockNumber", "logIndex", "deploymentId", decode("domainKey", 'hex')
    from json_to_recordset(${rows}::text::json) as e("blockNumber" bigint, "logIndex" int, "deploymentId" text, "domainKey" text)
    on conflict do nothing
    returning encode(domain_key, 'hex') as domain_key`;
  return stored.map(({ domainKey }) => domainKey);
}
