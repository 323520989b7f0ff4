import { renderInvoice } from "@/lib/adapters/pdf/render-invoice";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";

const line = (at: number) => ({
  description: `Hosting of project ${at}, plan Business, region Frankfurt`,
  quantity: at + 1,
  unit: "hours",
  unitAmount: "95000000",
  amount: String(95_000_000 * (at + 1)),
  taxRate: 1_900,
});
const party = {
  name: "Müller & Söhne",
  addressLines: ["Unter den Linden 5", "10117 Berlin"],
  country: "DE",
  vatId: "DE123456789",
  reference: null,
};
const invoiceOf = (lines: number): PrintedInvoice => ({
  mode: "live",
  number: "INV-000042",
  status: "sent",
  merchantName: party.name,
  seller: party,
  buyer: party,
  customerEmail: "ada@example.com",
  currency: "USDC",
  decimals: 6,
  lines: Array.from({ length: lines }, (_, at) => line(at)),
  taxes: [],
  subtotal: "190000000",
  taxTotal: "0",
  total: "190000000",
  note: "Thank you.",
  serviceDate: null,
  buyerReference: null,
  issuedAt: "2026-11-21T10:00:00.000Z",
  dueAt: "2026-12-05T10:00:00.000Z",
  paidAt: null,
  network: "Base",
  payUrl: "https://pay.example.com/pay/ps_1",
  txHash: null,
});

/** How long an invoice's document takes, by its lines: the first of the process, and the median of 20 more. */
async function main(): Promise<void> {
  for (const lines of [1, 10, 100]) {
    const times: number[] = [];
    for (let round = 0; round <= 20; round += 1) {
      const from = performance.now();
      await renderInvoice(invoiceOf(lines));
      times.push(performance.now() - from);
    }
    const [first = 0, ...more] = times;
    const median = more.sort((a, b) => a - b)[10] ?? 0;
    console.log(`${lines} lines: first ${first.toFixed(0)} ms, median ${median.toFixed(0)} ms`);
  }
}

await main();
