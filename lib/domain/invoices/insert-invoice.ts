import { asRows } from "@/db/as-rows";
import { type TransactionSql, transaction } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { Refusal } from "@/lib/core/errors";
import { newId, randomBase62 } from "@/lib/core/ids";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { InvoiceTotals } from "@/lib/core/invoices/totals";
import { chooseTerms, type SessionTerms } from "@/lib/domain/payments/sessions/choose-terms";
import { insertSessions } from "@/lib/domain/payments/sessions/insert-sessions";
import { newSession } from "@/lib/domain/payments/sessions/new-session";
import { viewInserted } from "@/lib/domain/payments/sessions/view-inserted";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { checkTotals, type InvoiceContent, storedTaxes } from "./invoice-content";
import { tellInvoices } from "./tell-invoices";
import { type InvoiceView, viewInvoice } from "./view";

/** An overdue invoice stays payable for so long. */
export const PAYABLE_AFTER_DUE_DAYS = 30;
/** 62^22 is above 2^130. */
const PUBLIC_ID_LENGTH = 22;

/** A number that was taken, and the instants that follow from its moment. */
interface InvoiceNumbering {
  number: number;
  createdAt: Date;
  /** The merchant's. */
  timeZone: string;
  dueAt: Date;
  payableUntil: Date;
}

/**
 * Makes a draft with the next number, its payment session, which cannot be paid yet, and `invoice.created`.
 * @throws Refusal `invalid_request`: sums that are too large, a chain or currency that there is not
 * @throws Refusal `permission_denied`: the merchant is suspended, closed or not on the chain
 */
export async function insertInvoice(
  ctx: Context<MerchantActor>,
  content: InvoiceContent,
): Promise<InvoiceView> {
  const totals = checkTotals(content);
  const terms = await chooseTerms(ctx, content);
  return transaction(ctx.db, async (tx) => {
    const numbered = await takeNumber(tx, ctx.actor, content.dueInDays);
    const id = newId("invoice");
    const sessionId = await insertSession(ctx, tx, { id, content, totals, terms, numbered });
    await insertHead(tx, ctx.actor, { id, sessionId, content, totals, numbered });
    await insertLines(tx, id, content, totals);
    const [row] = await tellInvoices(ctx, tx, "invoice.created", [id]);
    if (!row) throw new Error("the invoice was inserted");
    return viewInvoice(ctx, row);
  });
}

/** The counter's row stays locked until the transaction ends: a number that is rolled back is given again. */
async function takeNumber(
  tx: TransactionSql,
  { merchantId, mode }: MerchantActor,
  dueInDays: number,
): Promise<InvoiceNumbering> {
  const [numbered] = await tx<InvoiceNumbering[]>`
    insert into invoice_counters as c (merchant_id, mode, last_number)
    values (${merchantId}, ${mode}, 1)
    on conflict (merchant_id, mode) do update set last_number = c.last_number + 1
    returning last_number as number,
      (select time_zone from merchants where id = ${merchantId}) as time_zone,
      date_trunc('milliseconds', clock_now()) as created_at,
      date_trunc('milliseconds', clock_now()) + ${dueInDays}::int * interval '1 day' as due_at,
      date_trunc('milliseconds', clock_now())
        + ${dueInDays + PAYABLE_AFTER_DUE_DAYS}::int * interval '1 day' as payable_until`;
  if (!numbered) throw new Error("an upsert answers with its row");
  return numbered;
}

interface Parts {
  id: string;
  content: InvoiceContent;
  totals: InvoiceTotals;
  numbered: InvoiceNumbering;
}

async function insertSession(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { id: invoiceId, content, totals, terms, numbered }: Parts & { terms: SessionTerms },
): Promise<string> {
  const id = newId("paymentSession");
  const wanted = {
    id,
    invoiceId,
    status: "created",
    amount: totals.total,
    currency: content.currency,
    description: `Invoice ${invoiceLabel(numbered.number)}`,
    expiresAt: numbered.payableUntil,
  } as const;
  const session = newSession(ctx, wanted, terms, "invoice");
  const [inserted] = await insertSessions(tx, [session]);
  const shown = viewInserted(ctx, session, inserted);
  if (shown instanceof Refusal) throw shown;
  return id;
}

async function insertHead(
  tx: TransactionSql,
  { merchantId, mode }: MerchantActor,
  { id, sessionId, content, totals, numbered }: Parts & { sessionId: string },
): Promise<void> {
  const { seller, buyer } = content;
  await tx`insert into invoices ${tx({
    id,
    merchantId,
    mode,
    number: numbered.number,
    publicId: randomBase62(PUBLIC_ID_LENGTH),
    sessionId,
    currency: content.currency,
    subtotal: digits(totals.subtotal),
    taxTotal: digits(totals.taxTotal),
    total: digits(totals.total),
    taxes: tx.json(storedTaxes(totals)),
    rounding: content.rounding,
    timeZone: numbered.timeZone,
    customerName: content.customerName ?? null,
    customerEmail: content.customerEmail ?? null,
    note: content.note ?? null,
    seller: seller ? tx.json(seller) : null,
    buyer: buyer ? tx.json(buyer) : null,
    serviceDate: content.serviceDate ?? null,
    buyerReference: content.buyerReference ?? null,
    dueInDays: content.dueInDays,
    dueAt: numbered.dueAt,
    createdAt: numbered.createdAt,
  })}`;
}

async function insertLines(
  tx: TransactionSql,
  invoiceId: string,
  { lines }: InvoiceContent,
  { amounts }: InvoiceTotals,
): Promise<void> {
  const rows = lines.map((line, at) => ({ ...line, position: at + 1, amount: amounts[at] ?? 0n }));
  await tx`
    insert into invoice_lines (invoice_id, position, description, quantity, unit_amount, amount, unit,
      tax_rate, tax_category)
    select ${invoiceId}, position, description, quantity, "unitAmount", amount, unit, "taxRate",
      "taxCategory"
    from json_to_recordset(${asRows(rows)}::text::json) as l(position smallint, description text,
      quantity int, "unitAmount" numeric, amount numeric, unit text, "taxRate" smallint,
      "taxCategory" text)`;
}
