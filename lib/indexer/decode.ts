import { createHash } from "node:crypto";
import type { TransactionSql } from "@/db/client";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import type { Block } from "@/lib/adapters/chain/reads/blocks";
import type { Context } from "@/lib/domain/platform/context";
import type { EventRule } from "./event-rule";
import { rulesOf } from "./event-rules";
import { contractAt, type Source, type SourceContract } from "./source";
import type { IndexedEvent } from "./store-blocks";
import { storeEvents } from "./store-blocks";

/**
 * Reads a block's logs, in the chain's order, by the rules for their contracts. Deployment and mode are
 * those of the emitting contract.
 * @throws ChainDoubt a log that our contracts cannot have emitted
 */
export function decodeEvents(
  { chain, contracts }: Source,
  block: Block,
  logs: readonly ChainLog[],
): IndexedEvent[] {
  const byTransaction = new Map<string, ChainLog[]>();
  return [...logs]
    .sort((a, b) => a.logIndex - b.logIndex)
    .flatMap((log) => {
      const earlier = byTransaction.get(log.txHash) ?? [];
      byTransaction.set(log.txHash, [...earlier, log]);
      const contract = contractAt(contracts, log);
      const rule = contract && rulesOf(contract).find(({ topic }) => topic === log.topics[0]);
      if (!rule) return [];
      const { deployment, kind } = contract;
      const event = rule.decode(log, { chain, deployment, block, earlier });
      if (event === null) return [];
      return [
        {
          rule,
          event,
          deploymentId: deployment.id,
          kind,
          blockNumber: block.number,
          logIndex: log.logIndex,
          domainKey: domainKeyOf(placeOf(contract), rule.name, rule.about(event)),
        },
      ];
    });
}

/** A contract of the core is one for each registry that it serves. */
const placeOf = ({ address, deployment }: SourceContract) =>
  `${address}:${deployment.contracts.registry.address}`;

/** What an event is about, wherever it was mined: the first half of a SHA-256 over contract, event and what it names, in hex. */
export function domainKeyOf(contract: string, event: string, about: string): string {
  const text = `${contract}:${event}:${about}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Stores events and writes what follows from those that are new; each verb gets all of its own at once. */
export async function seeEvents(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<void> {
  const byVerb = new Map<EventRule["see"], unknown[]>();
  for (const { rule, event } of await storeEvents(ctx, tx, chainId, events)) {
    const same = byVerb.get(rule.see);
    if (same) same.push(event);
    else byVerb.set(rule.see, [event]);
  }
  for (const [see, seen] of byVerb) await see(ctx, tx, seen);
}
