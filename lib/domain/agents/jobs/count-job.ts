import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import { Refusal } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";

/** More than can be open at once; each has its vendor screened. */
const AT_ONCE = 120;
const PER_MINUTE = 20;

/**
 * Counts a job that a merchant's agent is asked for, over all of the merchant's keys and persons in the mode.
 * @throws Refusal `rate_limited`
 */
export async function countJob({
  db,
  config,
  actor: { merchantId, mode },
}: Pick<Context<MerchantActor>, "db" | "config" | "actor">): Promise<void> {
  const scale = config.RATE_LIMIT_SCALE;
  const bucket = {
    key: `agent-jobs:${merchantId}:${mode}`,
    perSecond: (PER_MINUTE * scale) / 60,
    burst: Math.max(1, AT_ONCE * scale),
  };
  const { allowed, retryAfterSeconds } = await takeToken(db, bucket);
  if (allowed) return;
  throw new Refusal("rate_limited", "The agent was asked for too many jobs.", {
    retryAfterSeconds,
    details: { reason: "job_limit" },
  });
}
