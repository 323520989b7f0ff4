import type { TransactionSql } from "@/db/client";
import type { Chain, Deployment } from "@/lib/adapters/chain/chains";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import type { Block } from "@/lib/adapters/chain/reads/blocks";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

/** Where a log was met. */
export interface LogPlace {
  readonly chain: Chain;
  readonly deployment: Deployment;
  readonly block: Block;
  /** What our contracts logged before it in the same transaction, in order. */
  readonly earlier: readonly ChainLog[];
}

/** Where an event of our contracts stands. */
export const placeOf = (
  log: ChainLog,
  { chain, deployment, block }: Omit<LogPlace, "earlier">,
) => ({
  chainId: chain.id,
  deploymentId: deployment.id,
  txHash: log.txHash,
  logIndex: log.logIndex,
  blockNumber: block.number,
  blockTimestamp: block.timestamp,
});

/** What is done with an event of a kind of contract. */
export interface EventRule<Event = unknown> {
  readonly kind: ContractKind;
  readonly version: number;
  /** As the contract names it. */
  readonly name: string;
  readonly topic: Bytes32;
  /** The first topics of other logs of the contract that decoding needs before it; of themselves they have no effect. */
  readonly readAlong?: readonly Bytes32[];
  /**
   * @returns null: money of a token that the registry's admin accepts and this installation does not know
   * @throws ChainDoubt a log that the contract cannot have emitted
   */
  decode(log: ChainLog, place: LogPlace): Event | null;
  /** What the event is about, wherever it was mined: one that is met twice counts once. */
  about(event: Event): string;
  /** Writes what follows from new events, given in the chain's order, in the transaction that moves the cursor. */
  see(ctx: Pick<Context, "log">, tx: TransactionSql, events: readonly Event[]): Promise<void>;
}
