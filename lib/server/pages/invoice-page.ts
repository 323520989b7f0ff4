import type { HostedPage } from "@/lib/server/limit-page";

/** The page of an invoice: what it is about is the invoice's public id. */
export const invoicePage = {
  name: "invoice",
  perMinute: { document: { address: 20, subject: 40 } },
} as const satisfies HostedPage;
