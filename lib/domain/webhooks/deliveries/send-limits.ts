/** How many attempts may be under way at once, over all processes. */
export interface SendCaps {
  endpoint: number;
  merchant: number;
  /** Host and port, for the endpoints of all merchants there. */
  destination: number;
  lane: number;
}

/**
 * Endpoints that keep us waiting share a lane of their own, so that however many of them there are,
 * the others find room. An endpoint is slow while an attempt takes longer than `slowAfterMs`, and
 * until one is quicker again.
 */
export const sendCaps: { fast: SendCaps; slow: SendCaps } = {
  fast: { endpoint: 16, merchant: 48, destination: 96, lane: 256 },
  slow: { endpoint: 4, merchant: 16, destination: 32, lane: 128 },
};

export const slowAfterMs = 1_000;

/**
 * How long a claim holds. Longer than an attempt's deadline and the writing of its outcome together:
 * an attempt that is still under way is never made twice.
 */
export const leaseMs = 30_000;

/** Attempts under way in one drain; more than both lanes hold, so that neither can fill it up. */
export const maxInFlight = 512;
