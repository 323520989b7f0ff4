import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { type LimitHeaders, takeCounted } from "@/lib/server/api/limit";
import { addressBlock } from "@/lib/server/http/client-address";

/** Requests a minute: from one client address, and about one subject from all of them. */
interface PerMinute {
  readonly address: number;
  readonly subject: number;
}

/** A hosted page, with its limits by kind of call. */
export interface HostedPage<Call extends string = string> {
  /** Prefix of the rate-limit keys; each page has its own limits. */
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

/** The page of an invoice: what it is about is the invoice's public id. */
export const invoicePage = {
  name: "invoice",
  perMinute: { document: { address: 20, subject: 40 } },
} as const satisfies HostedPage;

/** The pay page: what it is about is a payment session. */
export const payPage = {
  name: "pay",
  perMinute: {
    read: { address: 120, subject: 240 },
    wallet: { address: 60, subject: 120 },
    chain: { address: 30, subject: 60 },
    sign: { address: 30, subject: 60 },
    relay: { address: 20, subject: 40 },
    payer: { address: 20, subject: 20 },
    mint: { address: 6, subject: 12 },
  },
} as const satisfies HostedPage;

export type PayCall = keyof typeof payPage.perMinute;

/** The page of a payer's subscriptions: what a call is about is the wallet, or one of its subscriptions. */
export const payerPage = {
  name: "payer",
  perMinute: {
    begin: { address: 20, subject: 10 },
    sign_in: { address: 20, subject: 10 },
    sign_out: { address: 30, subject: 6_000 },
    change: { address: 20, subject: 10 },
    // The subject is the token, which all payers share.
    permit: { address: 20, subject: 600 },
    progress: { address: 120, subject: 60 },
  },
} as const satisfies HostedPage;

/** The pages of a shop: what they are about is the shop, by mode and slug. */
export const shopPage = {
  name: "shop",
  perMinute: { preview: { address: 30, subject: 240 } },
} as const satisfies HostedPage;

/** The dashboard's page of a refund. */
export const refundPage = {
  name: "refund",
  perMinute: {
    sender: { address: 120, subject: 120 },
    mint: { address: 6, subject: 6 },
    chain: { address: 300, subject: 300 },
  },
} as const satisfies HostedPage;

export type RefundCall = keyof typeof refundPage.perMinute;

/** The page of a plan. Unlike a payment's, its link is many payers': what a call is about is a wallet at a plan. */
export const subscribePage = {
  name: "subscribe",
  perMinute: {
    read: { address: 120, subject: 120 },
    wallet: { address: 60, subject: 60 },
    sign: { address: 30, subject: 30 },
    relay: { address: 20, subject: 20 },
    payer: { address: 10, subject: 10 },
    mint: { address: 6, subject: 6 },
  },
} as const satisfies HostedPage;

export type SubscribeCall = keyof typeof subscribePage.perMinute;
