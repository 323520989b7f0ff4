import type { PayStatus } from "@/lib/contract/payments/hosted-pay";

const SLOW_MS = 30_000;
const VERY_SLOW_MS = 300_000;

/** How a payment in flight compares with what was to be expected. */
export type Slowness = "usual" | "slow" | "very_slow";

/**
 * Judges a payment in flight: one that is not mined by the time since it was relayed, one that is by the
 * time past its expected finality.
 * @param now the server's clock, milliseconds since 1970
 */
export function slownessOf(status: PayStatus, now: number): Slowness {
  const since = status.status === "seen" ? status.expectedFinalAt : status.submittedAt;
  const late = since ? now - Date.parse(since) : 0;
  if (late > VERY_SLOW_MS) return "very_slow";
  return late > SLOW_MS ? "slow" : "usual";
}
