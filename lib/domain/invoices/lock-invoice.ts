import type { TransactionSql } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { lockSession } from "@/lib/domain/payments/sessions/close-session";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { type InvoiceHead, type InvoiceRow, selectInvoices, withLines } from "./invoice-rows";

/**
 * Locks an invoice: first its session's row, then its own, everywhere. What it is, is read after that.
 * @param owner the merchant and mode that must own it; absent for jobs
 * @throws Refusal `not_found`
 */
export async function lockInvoice(
  tx: TransactionSql,
  id: string,
  owner?: { merchantId: string; mode: Mode },
): Promise<{ session: SessionRow; invoice: InvoiceRow }> {
  const owned = owner ? ownedBy(tx, owner) : tx`true`;
  const [own] = await tx<{ sessionId: string }[]>`
    select session_id from invoices where id = ${id} and ${owned}`;
  const session = own && (await lockSession(tx, own.sessionId));
  if (!session) throw notFound("invoice");
  await tx`select 1 from invoices where id = ${id} for no key update`;
  return { session, invoice: await readInvoice(tx, id) };
}

/** The current state of an invoice, regardless of its owner. */
export async function readInvoice(tx: TransactionSql, id: string): Promise<InvoiceRow> {
  const heads = await tx<InvoiceHead[]>`${selectInvoices(tx)} where i.id = ${id}`;
  const [row] = await withLines(tx, heads);
  if (!row) throw notFound("invoice");
  return row;
}
