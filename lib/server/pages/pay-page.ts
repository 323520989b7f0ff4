import type { HostedPage } from "@/lib/server/limit-page";

/** The pay page: what it is about is a payment session. */
export const payPage = {
  name: "pay",
  perMinute: {
    read: { address: 120, subject: 240 },
    wallet: { address: 60, subject: 120 },
    sign: { address: 30, subject: 60 },
    relay: { address: 20, subject: 40 },
    payer: { address: 10, subject: 20 },
    mint: { address: 6, subject: 12 },
  },
} as const satisfies HostedPage;

export type PayCall = keyof typeof payPage.perMinute;
