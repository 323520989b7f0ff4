import type { InvoiceParty } from "@/db/schema/invoices";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { InvoicePage, PageParty } from "@/lib/contract/invoices/hosted-invoice";
import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { notFound } from "@/lib/core/errors";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { nameOnly } from "@/lib/core/invoices/printed-invoice";
import { singleLine, withoutBidiControls } from "@/lib/core/text/plain-text";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import { readPayStatus } from "@/lib/domain/payments/hosted-page/pay-status";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findHostedInvoice } from "./find-hosted-invoice";
import type { InvoiceRow } from "./invoice-rows";
import { isRepresentable } from "./is-representable";

/**
 * Everything that the hosted page shows of an invoice. Anyone with its link may see it; a draft has no page.
 * @throws Refusal `not_found`
 */
export async function loadInvoicePage(
  ctx: Context<PublicActor>,
  { publicId }: { publicId: string },
): Promise<InvoicePage> {
  const row = await findHostedInvoice(ctx, publicId);
  const { status } = row;
  if (status === "draft") throw notFound("invoice");
  const hasEInvoice = isRepresentable(ctx, row);
  return { ...(await pageOf(ctx, row)), status, hasEInvoice };
}

/** The fields of an invoice that are shown, in any status. */
export async function pageOf(
  ctx: Context,
  row: InvoiceRow,
): Promise<Omit<InvoicePage, "status" | "hasEInvoice">> {
  const { name, website, supportEmail, logo } = await readHostedMerchant(ctx.db, row);
  const { status } = await readPayStatus(ctx, row.sessionId);
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  return {
    ...contentOf(row),
    merchant: { name, website, supportEmail, logo },
    network: chain.preset.label,
    ...paymentOf(row, status),
    refunded: row.status === "paid" && status.status === "refunded",
    transaction: transactionOf(status, chain.preset.explorer),
  };
}

function contentOf(row: InvoiceRow) {
  return {
    mode: row.mode,
    number: invoiceLabel(row.number),
    documentPath: `/api/invoices/${row.publicId}/document`,
    seller: partyOf(row.seller),
    buyer: partyOf(row.buyer) ?? named(row.customerName),
    customerEmail: row.customerEmail,
    currency: row.currency,
    decimals: currencyDecimals,
    lines: row.lines.map((line) => ({
      description: withoutBidiControls(line.description),
      quantity: line.quantity,
      unit: line.unit && singleLine(line.unit),
      unitAmount: digits(line.unitAmount),
      amount: digits(line.amount),
      taxRate: line.taxRate,
    })),
    taxes: row.taxes,
    subtotal: digits(row.subtotal),
    taxTotal: digits(row.taxTotal),
    total: digits(row.total),
    note: row.note && withoutBidiControls(row.note),
    serviceDate: row.serviceDate,
    buyerReference: row.buyerReference && singleLine(row.buyerReference),
    issuedAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    timeZone: row.timeZone,
  };
}

function partyOf(party: InvoiceParty | null): PageParty | null {
  if (!party) return null;
  const { line1, line2, postalCode, city, region, country } = party.address ?? {};
  const place = [postalCode, city].filter(Boolean).join(" ");
  const lines = [line1, line2, place, region].map((line) => singleLine(line ?? ""));
  return {
    name: singleLine(party.legalName),
    addressLines: lines.filter((line) => line !== ""),
    country: country ?? null,
    vatId: party.vatId ?? null,
    reference: party.reference === undefined ? null : singleLine(party.reference),
    contactLines: linesOf(party.contact),
  };
}

function linesOf(contact: InvoiceParty["contact"]): string[] {
  const { name, phone, email } = contact ?? {};
  return [name, phone, email].map((line) => singleLine(line ?? "")).filter((line) => line !== "");
}

function named(customerName: string | null): PageParty | null {
  const name = singleLine(customerName ?? "");
  return name === "" ? null : nameOnly(name);
}

function paymentOf(
  { status, sessionId }: InvoiceRow,
  pay: PayStatus,
): Pick<InvoicePage, "payment" | "payPath"> {
  const payPath = `/pay/${sessionId}`;
  if (status === "paid") return { payment: "over", payPath };
  if (status === "void" || status === "draft") return { payment: "over", payPath: null };
  switch (pay.status) {
    case "open":
    case "failed":
      return { payment: "open", payPath };
    case "submitted":
    case "seen":
      return { payment: "under_way", payPath };
    case "review":
      return { payment: "review", payPath };
    case "returned":
      return { payment: "returning", payPath };
    case "refunded":
      return { payment: "returned", payPath };
    default:
      return { payment: "over", payPath: null };
  }
}

function transactionOf({ txHash, status }: PayStatus, explorer: string | null) {
  if (txHash === null || (status !== "confirmed" && status !== "refunded")) return null;
  return { hash: txHash, url: explorer ? `${explorer}/tx/${txHash}` : null };
}
