import type { HostedPage } from "@/lib/server/limit-page";

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
