import type { Finality } from "@/lib/adapters/chain/presets";

/** A node that fails is asked last for so long, doubled with each failure after. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** A node that refuses a method is asked last for it, for longer with each refusal: a plan may be used up for days. */
const LONGEST_REFUSAL_MS = 300_000;
/** A refusal of a method that is not asked for any more is forgotten. */
const FORGET_MS = 900_000;

interface Refusal {
  readonly code: number;
  readonly count: number;
  readonly until: number;
}

/** How a node did lately. Times are of `performance.now()`. */
export class NodeHealth {
  #failures = 0;
  #restUntil = 0;
  #silentUntil = 0;
  #isProbed = false;
  readonly #refusals = new Map<string, Refusal>();

  /** It answered when it was last asked. */
  get isUp(): boolean {
    return this.#failures === 0 && !this.isSilent;
  }

  /** It asked not to be called for a while. */
  get isSilent(): boolean {
    return performance.now() < this.#silentUntil;
  }

  /** Milliseconds until it may be called. */
  get silentMs(): number {
    return Math.max(0, Math.ceil(this.#silentUntil - performance.now()));
  }

  answered(): void {
    this.#failures = 0;
    this.#restUntil = 0;
  }

  /** It has answered a call of this method. */
  served(method: string): void {
    this.#refusals.delete(method);
  }

  /** It refused a method for a reason of its own, such as a plan that is used up. */
  refused(method: string, code: number): void {
    const now = performance.now();
    const last = this.#refusals.get(method);
    // Calls that were under way together are refused together, and count once.
    if (last && now < last.until) return;
    const count = (last?.count ?? 0) + 1;
    const pauseMs = Math.min(FIRST_REST_MS * 2 ** (count - 1), LONGEST_REFUSAL_MS);
    this.#refusals.set(method, { code, count, until: now + pauseMs });
  }

  /** Whether other nodes are asked first for a method. */
  isRefusing(method: string): boolean {
    return performance.now() < (this.#refusals.get(method)?.until ?? 0);
  }

  /** What it refuses, with the codes that it gave: a node's own words may hold the key of its URL. */
  get refusals(): string[] {
    const now = performance.now();
    for (const [method, { until }] of this.#refusals) {
      if (now > until + FORGET_MS) this.#refusals.delete(method);
    }
    return [...this.#refusals].map(([method, { code }]) => `refuses ${method} (${code})`);
  }

  /** @param restMs for how long the node wants no calls; undefined when it just failed */
  failed(restMs: number | undefined): void {
    const now = performance.now();
    if (restMs !== undefined) this.#silentUntil = Math.max(this.#silentUntil, now + restMs);
    const pauseMs = Math.min(FIRST_REST_MS * 2 ** this.#failures, LONGEST_REST_MS);
    // Calls that were under way together fail together, and count once.
    if (now < this.#restUntil && this.#failures > 0) return;
    this.#restUntil = now + pauseMs;
    this.#failures += 1;
  }

  /** Lets one call find out whether a node that failed is back, once its pause is over; others go elsewhere. */
  probe(ask: () => Promise<unknown>): void {
    if (this.isUp || this.isSilent || this.#isProbed) return;
    if (performance.now() < this.#restUntil) return;
    this.#isProbed = true;
    const ended = () => {
      this.#isProbed = false;
    };
    ask().then(ended, ended);
  }
}

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
