/** A node that fails is asked last for so long, doubled with each failure after. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

/** How a node did lately. Times are of `performance.now()`. */
export class NodeHealth {
  #failures = 0;
  #restUntil = 0;
  #silentUntil = 0;
  #isProbed = false;

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
