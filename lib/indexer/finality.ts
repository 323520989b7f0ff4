import { type Block, readFinalizedBlock, readSafeBlock } from "@/lib/adapters/chain/blocks";
import type { Chain } from "@/lib/adapters/chain/chains";
import { RpcError } from "@/lib/adapters/chain/rpc";
import type { Bytes32 } from "@/lib/core/hex";
import type { Position } from "./cursor";

/** Up to where the node calls its blocks final. */
export interface FinalMark {
  readonly number: bigint;
  /** Given where the chain itself names the block. */
  readonly hash: Bytes32 | null;
}

/** Before the first block. */
const NOTHING_FINAL: FinalMark = { number: -1n, hash: null };

/**
 * Reads what is final from the node that named the head: another one may be ahead of it.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFinalMark({ finality, rpc }: Chain, head: Block): Promise<FinalMark> {
  switch (finality.kind) {
    case "instant":
      return { number: head.number, hash: null };
    case "depth":
      return { number: head.number - BigInt(finality.depth), hash: null };
    case "tag":
      return (await readFinalizedBlock(rpc)) ?? NOTHING_FINAL;
  }
}

/**
 * Reads what is safe from the node that named the head. A chain without a measure of its own, and a node
 * that does not know the tag, have the final mark: nothing is safe before it is final.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readSafeMark(
  { finality, rpc }: Chain,
  head: Block,
): Promise<FinalMark | null> {
  if (finality.kind === "depth" && finality.safe !== undefined) {
    return { number: head.number - BigInt(finality.safe), hash: null };
  }
  if (finality.kind !== "tag") return null;
  try {
    return await readSafeBlock(rpc);
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

/**
 * The highest block that may be called final when the chain has been read up to `at`. It is counted
 * from what was read, not from the node's head: every block in between is then known to descend from it.
 * @returns null when nothing can be said yet
 */
export function finalTarget({ finality }: Chain, at: Position, mark: FinalMark): FinalMark | null {
  switch (finality.kind) {
    case "instant":
      return { number: at.number, hash: at.hash };
    case "depth":
      return { number: at.number - BigInt(finality.depth), hash: null };
    case "tag":
      return mark.number <= at.number ? mark : null;
  }
}
