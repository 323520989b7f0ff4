import type { Finality } from "./presets";

/** What a node has shown that it can do. */
export interface NodeAbilities {
  /** How many blocks back it still knows the chain's state, at the least. */
  readonly stateBlocks: number;
  /** It takes a block's hash in the place of its number when it is asked for state (EIP-1898). */
  readonly stateByHash: boolean;
  /** It knows the newest block that is `safe`, or `finalized`. */
  readonly safeTag: boolean;
  readonly finalizedTag: boolean;
  /** How many blocks it gives logs of in one call, at the least; 0: none. */
  readonly logBlocks: number;
  /** It gives all receipts of a block in one call (`eth_getBlockReceipts`). */
  readonly blockReceipts: boolean;
  /** It takes several calls in one body; null where that is not known. */
  readonly batches: boolean | null;
}

/** A range that is smaller costs a call for every few blocks when much has to be read. */
const FEW_LOG_BLOCKS = 10;

/** What a node lacks, each as a sentence that says what follows; empty where it can do all that is needed. */
export function lacksOf(abilities: NodeAbilities, finality: Finality): string[] {
  const { stateBlocks, stateByHash, finalizedTag, logBlocks, blockReceipts } = abilities;
  return [
    finality.kind === "tag" && !finalizedTag
      ? "knows no finalized block: no payment is confirmed through it"
      : null,
    logBlocks === 0 ? "gives no logs: the chain cannot be read through it" : null,
    logBlocks > 0 && logBlocks < FEW_LOG_BLOCKS
      ? `gives logs of ${logBlocks} blocks at a time: catching up takes long`
      : null,
    blockReceipts
      ? null
      : "gives no receipts of a block: a block of which it gives no logs holds up the reading",
    stateByHash || stateBlocks >= finalDepth(finality)
      ? null
      : "knows neither old state nor state by a block's hash: a cancelled authorization stays undecided until it ends",
  ].filter((lack) => lack !== null);
}

/** How far back a final block may be. */
function finalDepth(finality: Finality): number {
  if (finality.kind === "instant") return 0;
  return finality.kind === "depth" ? finality.depth : Number.POSITIVE_INFINITY;
}
