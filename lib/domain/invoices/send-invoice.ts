import { type TransactionSql, transaction } from "@/db/client";
import { invalidState, Refusal } from "@/lib/core/errors";
import { invoiceTransitions, sourcesOf } from "@/lib/core/states";
import { refuseInactive } from "@/lib/domain/merchants/refuse-inactive";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { isSessionBeingPaid, refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { PAYABLE_AFTER_DUE_DAYS } from "./insert-invoice";
import { invoiceMails } from "./invoice-mails";
import type { InvoiceRow } from "./invoice-rows";
import { isAwaitingPayment } from "./is-awaiting-payment";
import { lockInvoice, readInvoice } from "./lock-invoice";
import { mailCustomer } from "./mail-customer";
import { markInvoiceOverdue } from "./mark-invoice-overdue";
import { openingTerms } from "./opening-terms";
import { type InvoiceView, viewInvoice } from "./view";

/** The least time between two mails of an invoice to its customer. */
const QUIET_SECONDS = 3_600;

/**
 * Opens a draft for payment and mails it to the customer; one that was sent before is mailed as a reminder. The due date
 * of a draft that is past counts anew from now, and it is paid where something new is. One that is due becomes overdue, and
 * its reminder is the mail of that.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: paid or void, without an e-mail (`email_missing`), or past the time
 * in which it can be paid (`invoice_expired`); a reminder while a payment is on its way (`payment_in_flight`), or after
 * screening has held one back (`not_payable`)
 * @throws Refusal `permission_denied`: a draft of a merchant that is suspended or closed; as `openingTerms`
 * @throws Refusal `rate_limited` with `mailed_recently`: a second mail within the hour, or one after a mail that a daily
 * limit withheld
 */
export async function sendInvoice(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<InvoiceView> {
  const row = await transaction(ctx.db, async (tx) => {
    const { session, invoice } = await lockInvoice(tx, id, ctx.actor);
    checkSendable(invoice, session);
    if (invoice.status === "draft") await open(ctx, tx, invoice);
    else {
      await checkAwaitingPayment(tx, invoice, session);
      await remind(ctx, tx, invoice);
    }
    return readInvoice(tx, id);
  });
  return viewInvoice(ctx, row);
}

function checkSendable({ status, customerEmail }: InvoiceRow, session: SessionRow): void {
  if (status === "paid" || status === "void") {
    throw invalidState(`The invoice is ${status}.`, {
      currentStatus: status,
      reason: status === "paid" ? "already_paid" : "already_void",
    });
  }
  if (customerEmail === null) {
    throw new Refusal("session_invalid_state", "The invoice has no customer email.", {
      param: "customerEmail",
      details: { reason: "email_missing", currentStatus: status },
    });
  }
  if (session.status === "expired") {
    throw invalidState("The invoice can no longer be paid: duplicate it instead.", {
      currentStatus: status,
      reason: "invoice_expired",
    });
  }
}

async function checkAwaitingPayment(
  tx: TransactionSql,
  { id, status: currentStatus }: InvoiceRow,
  session: SessionRow,
) {
  const awaiting = await tx`select from invoices i where i.id = ${id} and ${isAwaitingPayment(tx)}`;
  if (awaiting.length > 0) return;
  if (await isSessionBeingPaid(tx, session.id)) throw refuseBeingPaid(currentStatus);
  throw invalidState("Screening has held a payment back: don't ask the customer to pay again.", {
    currentStatus,
    reason: "not_payable",
  });
}

async function open(ctx: Context<MerchantActor>, tx: TransactionSql, invoice: InvoiceRow) {
  await refuseInactive(tx, ctx.actor);
  const { id, sessionId, dueInDays } = invoice;
  const { deployment, token } = await openingTerms(ctx, tx, invoice);
  // A draft that is sent after its due date is due as many days from now as it was to be from its making.
  await tx`
    update invoices
    set due_at = date_trunc('milliseconds', clock_now()) + ${dueInDays}::int * interval '1 day'
    where id = ${id} and due_at <= clock_now()`;
  const opened = await tx`
    update payment_sessions set status = 'pending', deployment_id = ${deployment.id},
      token_address = ${token.address}, expires_at = (
      select due_at + ${PAYABLE_AFTER_DUE_DAYS}::int * interval '1 day' from invoices where id = ${id})
    where id = ${sessionId} and status = 'created'`;
  // A reminder two days before the due date, if the customer has had the invoice for a day by then.
  const sent = await tx`
    update invoices set status = 'sent', sent_at = clock_now(),
      remind_at = case when due_at - interval '3 days' >= clock_now()
        then due_at - interval '2 days' end
    where id = ${id} and status in ${tx(sourcesOf(invoiceTransitions, "sent"))}`;
  if (opened.count + sent.count !== 2)
    throw new Error("an invoice changed while its row was locked");
  await mailCustomer(ctx, tx, id, invoiceMails.invoice);
}

async function remind(ctx: Context<MerchantActor>, tx: TransactionSql, invoice: InvoiceRow) {
  const { id, status, deliveredAt, mailedAt } = invoice;
  await refuseTooSoon(tx, invoice);
  if (status === "sent" && (await markInvoiceOverdue({ ...ctx, db: tx }, id))) return;
  await tx`update invoices set reminders = reminders + 1 where id = ${id}`;
  const isKnown = deliveredAt !== null && mailedAt !== null;
  const again = isKnown ? invoiceMails.reminder : invoiceMails.invoice;
  await mailCustomer(ctx, tx, id, status === "overdue" ? invoiceMails.overdue : again);
}

async function refuseTooSoon(tx: TransactionSql, { id, status }: InvoiceRow): Promise<void> {
  const [last] = await tx<{ seconds: number; isHeldBack: boolean; isLost: boolean | null }[]>`
    select ceil(extract(epoch from l.at - clock_now()) + ${QUIET_SECONDS})::int as seconds,
      l.at is distinct from i.mailed_at as is_held_back,
      i.last_email_status in ('refused', 'failed', 'withheld') as is_lost
    from invoices i cross join lateral (
      select greatest(i.mailed_at, case
        when i.last_email_error in ('recipient_limit', 'merchant_limit') then i.last_email_at
      end) as at
    ) l
    where i.id = ${id} and l.at > clock_now() - ${QUIET_SECONDS} * interval '1 second'`;
  if (!last) return;
  const message = last.isHeldBack
    ? "A daily limit held the last email back."
    : last.isLost
      ? "The last email, within the last hour, did not arrive."
      : "The customer was emailed within the last hour.";
  throw new Refusal("rate_limited", `${message} Try again later.`, {
    retryAfterSeconds: Math.max(1, last.seconds),
    details: { reason: "mailed_recently", currentStatus: status },
  });
}
