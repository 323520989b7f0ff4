import { knownChain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import {
  type MinedTransfers,
  readSent,
  readTransfers,
  type SentTransaction,
} from "@/lib/adapters/chain/reads/transfers";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, type Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { type Finality, readFinality } from "@/lib/domain/wallets/finality";

/** What the chain says of a recorded transaction. */
export type Sighting =
  /** In the pool, in a block that is not final, or a node cannot tell. */
  | { readonly kind: "waiting"; readonly sent: SentTransaction | null }
  | { readonly kind: "final"; readonly mined: MinedTransfers; readonly blockTimestamp: Date }
  /** No node knows it, as of the finalised block's time. */
  | { readonly kind: "unknown"; readonly finalAt: Date; readonly nonceUsed: boolean };

interface RecordedTransfer {
  readonly chainId: number;
  readonly refundTxHash: Bytes32;
  readonly sentFrom: SentTransaction["from"] | null;
  readonly sentNonce: bigint | null;
}

/** What the indexer has read last that is final. */
type FinalBlock = Finality & { readonly hash: Bytes32 };

/**
 * Looks for a transaction that was recorded for a refund. A node counts only while it is on the chain that the
 * indexer has read: its finalised block must be ours, and the transaction's block its own. What one node knows is
 * known; unknown is what every node says so of that is not left out, since pools differ, and one may lag or drop.
 * @throws RpcError, RpcUnavailable, ChainDoubt: no node knows it, and one does not answer
 */
export async function lookForTransfer(
  { db, chains }: Pick<Context, "db" | "chains">,
  recorded: RecordedTransfer,
): Promise<Sighting> {
  const { rpc } = knownChain(chains, recorded.chainId);
  const known = await readKnown({ db }, recorded.chainId);
  if (!known) return { kind: "waiting", sent: null };
  const asked = nodesOf(rpc).filter(({ leftOut }) => leftOut === null);
  const seen: Sighting[] = [];
  let trouble: unknown;
  for (const node of asked) {
    const sighting = await lookAt(node, recorded, known).catch((error: unknown) => {
      if (!isChainTrouble(error)) throw error;
      trouble = error;
      return null;
    });
    if (sighting && isKnown(sighting)) return sighting;
    if (sighting) seen.push(sighting);
  }
  // A chain of which another node answers is not away: the doubt is of this transaction alone.
  if (trouble) throw seen.length > 0 ? new ChainDoubt("A node did not answer.") : trouble;
  const unknown = seen.filter((one) => one.kind === "unknown");
  if (unknown.length === 0 || unknown.length < seen.length) return { kind: "waiting", sent: null };
  return {
    kind: "unknown",
    finalAt: known.at,
    nonceUsed: unknown.every(({ nonceUsed }) => nonceUsed),
  };
}

const isKnown = (sighting: Sighting) =>
  sighting.kind === "final" || (sighting.kind === "waiting" && sighting.sent !== null);

async function readKnown(
  { db }: Pick<Context, "db">,
  chainId: number,
): Promise<FinalBlock | undefined> {
  const finality = await readFinality(db, chainId);
  if (!finality) return undefined;
  const [stored] = await db<{ hash: Bytes32 }[]>`
    select hash from chain_blocks where chain_id = ${chainId} and number = ${finality.number}`;
  return stored && { ...finality, hash: stored.hash };
}

async function lookAt(rpc: Rpc, recorded: RecordedTransfer, known: FinalBlock): Promise<Sighting> {
  if ((await readBlock(rpc, known.number))?.hash !== known.hash) {
    return { kind: "waiting", sent: null };
  }
  const mined = await readTransfers(rpc, recorded.refundTxHash);
  if (!mined) return lookInPool(rpc, recorded, known);
  if (mined.blockNumber > known.number) {
    return { kind: "waiting", sent: await readSent(rpc, recorded.refundTxHash) };
  }
  const block = await readBlock(rpc, mined.blockNumber);
  if (block?.hash !== mined.blockHash) return { kind: "waiting", sent: null };
  return { kind: "final", mined, blockTimestamp: block.timestamp };
}

async function lookInPool(
  rpc: Rpc,
  recorded: RecordedTransfer,
  finality: Finality,
): Promise<Sighting> {
  const sent = await readSent(rpc, recorded.refundTxHash);
  if (sent) return { kind: "waiting", sent };
  const { sentFrom, sentNonce } = recorded;
  const nonceUsed =
    sentFrom !== null &&
    sentNonce !== null &&
    (await countAt(rpc, sentFrom, finality.number)) > sentNonce;
  return { kind: "unknown", finalAt: finality.at, nonceUsed };
}

/** 0 where the node has forgotten the block's state: then the refund waits for its 24 hours. */
async function countAt(rpc: Rpc, from: SentTransaction["from"], number: bigint): Promise<bigint> {
  return transactionCount(rpc, from, number).catch((error: unknown) => {
    if (isChainTrouble(error)) return 0n;
    throw error;
  });
}
