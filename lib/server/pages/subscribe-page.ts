import type { HostedPage } from "@/lib/server/limit-page";

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
