import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import type { Address } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";

const PER_MINUTE = 5;

/**
 * Counts a relay request against its payer. Call it once the payer's signatures are verified; otherwise anyone could
 * use up another payer's limit.
 * @throws Refusal `rate_limited`
 */
export async function countPayer(
  { db, config }: Pick<Context, "db" | "config">,
  payer: Address,
): Promise<void> {
  const burst = PER_MINUTE * config.RATE_LIMIT_SCALE;
  const bucket = { key: `relay:${payer}`, perSecond: burst / 60, burst };
  const { allowed, retryAfterSeconds } = await takeToken(db, bucket);
  if (allowed) return;
  throw new Refusal("rate_limited", "This payer has sent too many payments.", {
    retryAfterSeconds,
    details: { reason: "payer_limit" },
  });
}
