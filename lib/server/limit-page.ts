import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import { Refusal } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/context";
import { addressBlock } from "./client-address";

/** Requests a minute: from one client address, and about one session from all of them. */
const perMinute = {
  read: { address: 120, session: 240 },
  wallet: { address: 60, session: 120 },
  sign: { address: 30, session: 60 },
  relay: { address: 20, session: 40 },
  payer: { address: 10, session: 20 },
  mint: { address: 6, session: 12 },
} as const;
export type PageCall = keyof typeof perMinute;

/**
 * Counts a call of a hosted page against the payer's address and against the session.
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitPage(
  { db, config, actor }: Context<PublicActor>,
  call: PageCall,
  sessionId: string,
): Promise<void> {
  const { address, session } = perMinute[call];
  const buckets = [
    { key: `page:${call}:${addressBlock(actor.ip)}`, burst: address * config.RATE_LIMIT_SCALE },
    { key: `page:${call}:${sessionId}`, burst: session * config.RATE_LIMIT_SCALE },
  ];
  const taken = await Promise.all(
    buckets.map((bucket) => takeToken(db, { ...bucket, perSecond: bucket.burst / 60 })),
  );
  const refused = taken.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return;
  const retryAfterSeconds = Math.max(...refused.map((allowance) => allowance.retryAfterSeconds));
  throw new Refusal("rate_limited", "Too many requests.", { retryAfterSeconds });
}
