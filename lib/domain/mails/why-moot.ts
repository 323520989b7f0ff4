import type { Db } from "@/db/client";
import type { WithheldReason } from "@/lib/core/mail-kinds";
import { invoiceTransitions, liveSubscriptionStatuses, sourcesOf } from "@/lib/core/states";
import { isInvoiceDemand } from "@/lib/domain/invoices/note-invoice-mail";
import { hasSuccessor } from "@/lib/domain/subscriptions/reminders/has-successor";
import type { StoredMail } from "./claim-mails";

/**
 * Why a mail is not sent any more: it asks for the payment of an invoice that has been paid or voided meanwhile, or
 * tells of a subscription what is no longer so, or a code that is no longer good. Null: it is sent.
 */
export async function whyMoot(db: Db, mail: StoredMail): Promise<WithheldReason | null> {
  if (isInvoiceDemand(mail.kind)) return (await isInvoiceOpen(db, mail)) ? null : "invoice_closed";
  if (mail.kind === "identity_code") return hasExpired(mail) ? "code_expired" : null;
  const still = stillSo(db, mail);
  if (still === null) return null;
  const holds = await db`
    select from subscriptions s where s.id = ${String(mail.facts.subscriptionId)} and ${still}`;
  return holds.length > 0 ? null : "subscription_changed";
}

function hasExpired({ facts }: StoredMail): boolean {
  return Date.parse(String(facts.expiresAt)) <= Date.now();
}

async function isInvoiceOpen(db: Db, { facts }: StoredMail): Promise<boolean> {
  const open = await db`
    select from invoices
    where id = ${String(facts.invoiceId)} and status in ${db(sourcesOf(invoiceTransitions, "paid"))}`;
  return open.length > 0;
}

/** What has to hold of a subscription `s` for a mail to be true; null where it tells of what stays so. */
function stillSo(db: Db, { kind, facts }: StoredMail) {
  switch (kind) {
    case "subscription_confirmation":
      return isLive(db);
    case "subscription_renewal_upcoming":
    case "subscription_balance_low":
      return db`${isLive(db)} and s.paused_at is null and s.next_charge_at > clock_now()
        and s.next_charge_at = ${instantIn(facts, "nextChargeAt")}::timestamptz`;
    case "subscription_ending":
      return db`${isLive(db)} and ${instantIn(facts, "endsAt")}::timestamptz > clock_now()
        and not ${hasSuccessor(db)}`;
    case "subscription_charge_failed":
    case "subscription_charge_failed_merchant":
      return db`s.status = 'past_due'
        and s.past_due_since = ${instantIn(facts, "pastDueSince")}::timestamptz`;
    default:
      return null;
  }
}

const isLive = (db: Db) => db`s.status in ${db(liveSubscriptionStatuses)}`;

function instantIn(facts: StoredMail["facts"], name: string): string | null {
  const value = facts[name];
  return typeof value === "string" ? value : null;
}
