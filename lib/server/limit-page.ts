import type { Context, PublicActor } from "@/lib/domain/context";
import { addressBlock } from "./client-address";
import { type LimitHeaders, takeCounted } from "./limit";

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
 * @param headers gets the `RateLimit-*` headers of the bucket that was asked last
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitPage(
  { db, config, actor }: Context<PublicActor>,
  call: PageCall,
  sessionId: string,
  headers: LimitHeaders = {},
): Promise<void> {
  const { address, session } = perMinute[call];
  const scale = config.RATE_LIMIT_SCALE;
  const buckets = [
    { key: `page:${call}:${addressBlock(actor.ip)}`, burst: Math.max(1, address * scale) },
    { key: `page:${call}:${sessionId}`, burst: Math.max(1, session * scale) },
  ];
  // In this order: an address that is refused makes no buckets for sessions that it names.
  for (const bucket of buckets) {
    await takeCounted(db, { ...bucket, perSecond: bucket.burst / 60 }, headers);
  }
}
