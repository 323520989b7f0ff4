import { readBlock } from "@/lib/adapters/chain/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import { chainById } from "@/lib/adapters/chain/chains";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import { transactionCount } from "@/lib/adapters/chain/transactions";
import {
  type MinedTransfers,
  readSent,
  readTransfers,
  type SentTransaction,
} from "@/lib/adapters/chain/transfers";
import type { Bytes32 } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";
import { type Finality, readFinality } from "@/lib/domain/relay/finality";

/** What the chain says of a recorded transaction. */
export type Sighting =
  /** In the pool, in a block that is not final, or the node cannot tell. */
  | { readonly kind: "waiting"; readonly sent: SentTransaction | null }
  | { readonly kind: "final"; readonly mined: MinedTransfers; readonly blockTimestamp: Date }
  /** The node does not know it, as of the finalised block's time. */
  | { readonly kind: "unknown"; readonly finalAt: Date; readonly nonceUsed: boolean };

interface Recorded {
  readonly chainId: number;
  readonly refundTxHash: Bytes32;
  readonly sentFrom: SentTransaction["from"] | null;
  readonly sentNonce: bigint | null;
}

/**
 * Looks for a transaction that was recorded for a refund. The node counts only while it is on the chain that the
 * indexer has read: its finalised block must be ours, and the transaction's block its own.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function lookForTransfer(
  { db, chains }: Pick<Context, "db" | "chains">,
  recorded: Recorded,
): Promise<Sighting> {
  const { rpc } = chainById(chains, recorded.chainId);
  const finality = await readFinality(db, recorded.chainId);
  if (!finality || !(await isOurs({ db }, rpc, recorded.chainId, finality))) {
    return { kind: "waiting", sent: null };
  }
  const mined = await readTransfers(rpc, recorded.refundTxHash);
  if (!mined) return lookInPool(rpc, recorded, finality);
  if (mined.blockNumber > finality.number) {
    return { kind: "waiting", sent: await readSent(rpc, recorded.refundTxHash) };
  }
  const block = await readBlock(rpc, mined.blockNumber);
  if (block?.hash !== mined.blockHash) return { kind: "waiting", sent: null };
  return { kind: "final", mined, blockTimestamp: block.timestamp };
}

async function isOurs(
  { db }: Pick<Context, "db">,
  rpc: Rpc,
  chainId: number,
  { number }: Finality,
): Promise<boolean> {
  const [stored] = await db<{ hash: Bytes32 }[]>`
    select hash from chain_blocks where chain_id = ${chainId} and number = ${number}`;
  const block = await readBlock(rpc, number);
  return stored !== undefined && block?.hash === stored.hash;
}

async function lookInPool(rpc: Rpc, recorded: Recorded, finality: Finality): Promise<Sighting> {
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
