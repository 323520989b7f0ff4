import type { HostedPage } from "@/lib/server/limit-page";

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
