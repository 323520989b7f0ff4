import type { Context, PublicActor } from "@/lib/domain/context";
import { addressBlock } from "./client-address";
import { type LimitHeaders, takeCounted } from "./limit";

/** Requests a minute: from one client address, and about one subject from all of them. */
interface PerMinute {
  readonly address: number;
  readonly subject: number;
}

/** A hosted page, with its limits by kind of call. */
export interface HostedPage<Call extends string = string> {
  /** Names its buckets: pages take nothing from each other. */
  readonly name: string;
  readonly perMinute: Readonly<Record<Call, PerMinute>>;
}

/** A call of a hosted page. */
export interface PageCall<Call extends string> {
  readonly page: HostedPage<Call>;
  readonly call: Call;
  /** The id of what the page is about, such as a payment session's. */
  readonly subject: string;
}

/**
 * Counts a call of a hosted page against the client's address and against what the page is about.
 * @param headers gets the `RateLimit-*` headers of the bucket that was asked last
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitPage<Call extends string>(
  { db, config, actor }: Context<PublicActor>,
  { page: { name, perMinute }, call, subject }: PageCall<Call>,
  headers: LimitHeaders = {},
): Promise<void> {
  const most = perMinute[call];
  const scale = config.RATE_LIMIT_SCALE;
  const buckets = [
    { key: `page:${name}:${call}:${addressBlock(actor.ip)}`, burst: most.address * scale },
    { key: `page:${name}:${call}:${subject}`, burst: most.subject * scale },
  ];
  // In this order: an address that is refused makes no buckets for subjects that it names.
  for (const { key, burst: asked } of buckets) {
    const burst = Math.max(1, asked);
    await takeCounted(db, { key, burst, perSecond: burst / 60 }, headers);
  }
}
