/** What a failed call says about its node, besides that there is no answer. */
export interface TroubleInfo {
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** The node asked not to be called for so long. */
  readonly restMs?: number;
  /** It did not answer in the time that it was given. */
  readonly isLate?: boolean;
}

/** A node gave no answer that can be used. Nothing is known of what it did. */
export class NodeTrouble extends Error {
  override readonly name = "NodeTrouble";
  readonly status: number | undefined;
  readonly restMs: number | undefined;
  readonly isLate: boolean;
  constructor(message: string, { status, restMs, isLate = false }: TroubleInfo = {}) {
    super(message);
    this.status = status;
    this.restMs = restMs;
    this.isLate = isLate;
  }
}

/** Providers' words for "you ask too often", as opposed to "you ask for too much at once". */
const rateLimits =
  /rate.?limit|too many requests|\b429\b|capacity|throughput|compute units|per second|throttl/i;

/** Whether a node's text says that it was asked too often. */
export function saysRateLimit(message: string): boolean {
  return rateLimits.test(message);
}
