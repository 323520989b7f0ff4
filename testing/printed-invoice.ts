import type { PrintedInvoice, PrintedLine } from "@/lib/core/invoices/printed-invoice";

export const printedLine: PrintedLine = {
  description: "Hosting",
  quantity: 2,
  unit: null,
  unitAmount: "95000000",
  amount: "190000000",
  taxRate: null,
};
export const printedParty = {
  name: "Ada Lovelace",
  addressLines: ["Unter den Linden 5"],
  country: "DE",
  vatId: "DE123456789",
  reference: null,
  contactLines: [],
};
/** An invoice as it is printed, for tests of documents. */
export const printedInvoiceSample: PrintedInvoice = {
  mode: "test",
  number: "INV-000042",
  status: "sent",
  refunded: false,
  merchantName: "Müller & Söhne",
  seller: printedParty,
  buyer: printedParty,
  customerEmail: "ada@example.com",
  currency: "USDC",
  decimals: 6,
  lines: [printedLine],
  taxes: [],
  subtotal: "190000000",
  taxTotal: "0",
  total: "190000000",
  note: null,
  serviceDate: null,
  buyerReference: null,
  issuedAt: "2026-11-21T10:00:00.000Z",
  dueAt: "2026-12-05T10:00:00.000Z",
  paidAt: null,
  timeZone: "UTC",
  network: "Base",
  payUrl: "https://pay.example.com/pay/ps_1",
  txHash: null,
};
