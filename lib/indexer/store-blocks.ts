import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { Block } from "@/lib/adapters/chain/reads/blocks";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import type { EventRule } from "./event-rule";

/** An event of one of our contracts, with what is to be done with it. */
export interface IndexedEvent {
  readonly rule: EventRule;
  readonly event: unknown;
  readonly deploymentId: string;
  readonly kind: ContractKind;
  readonly blockNumber: bigint;
  readonly logIndex: number;
  /** What it is about, wherever it was mined: the first half of a SHA-256, in hex. */
  readonly domainKey: string;
}

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

/** Where a log stands in its chain. */
const placeOf = ({ blockNumber, logIndex }: { blockNumber: bigint; logIndex: number }) =>
  `${blockNumber}:${logIndex}`;

/**
 * Writes the events' logs. Their key names what they are about and not the place, so that an event which
 * is met twice counts once. Our contracts make none twice: one that stands at a second place of the chain is
 * reported, and has no effect.
 * @returns the events that were not there yet
 */
export async function storeEvents(
  { log }: Pick<Context, "log">,
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
    for (const place of await insertEvents(tx, chainId, asRows(rows))) fresh.add(placeOf(place));
  });
  const known = events.filter((event) => !fresh.has(placeOf(event)));
  for (const { rule, kind, deploymentId, ...place } of await findElsewhere(tx, chainId, known)) {
    const fields = { chainId, deploymentId, kind, event: rule.name, at: placeOf(place) };
    log.error(fields, "an event stands in the chain twice, and counts once");
  }
  return events.filter((event) => fresh.has(placeOf(event)));
}

/** @returns the places of the events that were not there yet */
async function insertEvents(tx: TransactionSql, chainId: number, rows: string) {
  return tx<{ blockNumber: bigint; logIndex: number }[]>`
    insert into chain_events
      (chain_id, block_number, log_index, deployment_id, kind, domain_key)
    select ${chainId}, "blockNumber", "logIndex", "deploymentId", kind, decode("domainKey", 'hex')
    from json_to_recordset(${rows}::text::json) as e("blockNumber" bigint, "logIndex" int, "deploymentId" text, kind text, "domainKey" text)
    on conflict do nothing
    returning block_number, log_index`;
}

/** Which of the events are stored with another place. */
async function findElsewhere(
  tx: TransactionSql,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<IndexedEvent[]> {
  if (events.length === 0) return [];
  const stored = await tx<{ blockNumber: bigint; logIndex: number; domainKey: Hex }[]>`
    select block_number, log_index, domain_key from chain_events
    where chain_id = ${chainId} and domain_key = any (${events.map(({ domainKey }) => `0x${domainKey}`)})`;
  const places = new Map(stored.map((row) => [row.domainKey, placeOf(row)]));
  return events.filter((event) => {
    const place = places.get(`0x${event.domainKey}`);
    return place !== undefined && place !== placeOf(event);
  });
}
