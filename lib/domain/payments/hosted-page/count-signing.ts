import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import type { Address } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";

const PER_HOUR = 60;

/**
 * Counts a request for what a payer signs. Nothing proves that the payer asks: it counts at this session or plan alone,
 * so that none of another one stands in the way.
 * @param subjectId the session's or plan's id
 * @throws Refusal `rate_limited` with `payer_limit`
 */
export async function countSigning(
  { db, config }: Pick<Context, "db" | "config">,
  subjectId: string,
  payer: Address,
): Promise<void> {
  const burst = Math.max(1, PER_HOUR * config.RATE_LIMIT_SCALE);
  const bucket = { key: `signing:${subjectId}:${payer}`, perSecond: burst / 3_600, burst };
  const { allowed, retryAfterSeconds } = await takeToken(db, bucket);
  if (allowed) return;
  throw new Refusal("rate_limited", "This payer was named in too many requests.", {
    retryAfterSeconds,
    details: { reason: "payer_limit" },
  });
}
