import type { Db } from "@/db/client";
import { type Currency, digits, toDecimal } from "@/lib/core/amounts/money";
import { type BellKind, notificationTitles } from "@/lib/core/insight/notification-kinds";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { UndeliveredKind } from "@/lib/core/invoices/undelivered-mails";
import type { SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { MOST_COUNTED } from "./broadcast-notifications";

const type = "invoice.undelivered" as const;

interface UndeliveredRow {
  id: string;
  what: UndeliveredKind;
  createdAt: Date;
  invoiceId: string;
  number: number;
  total: bigint;
  currency: Currency;
}

/** Before an invoice's label. */
const mailNames: Readonly<Record<UndeliveredKind, string>> = {
  invoice: "Invoice",
  reminder: "Reminder of invoice",
  overdue: "Overdue notice for invoice",
  cancellation: "Cancellation notice for invoice",
};

interface Bell {
  readonly types: readonly BellKind[];
}

/** The newest mails about a merchant's invoices that did not reach their customers; none where the bell does not show them. */
export const readUndelivered = (
  db: Db,
  actor: SessionActor,
  { types, limit }: Bell & { readonly limit: number },
) => db<UndeliveredRow[]>`
  select m.id, m.what, m.created_at, i.id as invoice_id, i.number, i.total, i.currency
  from undelivered_mails m join invoices i on i.id = m.invoice_id
  where ${ownedBy(db, actor, "m")} and ${types.includes(type)}::boolean
  order by m.created_at desc limit ${limit}`;

/** How many of them are unread, as a query. */
export const countUndelivered = (
  db: Db,
  actor: SessionActor,
  { types, readAt }: Bell & { readonly readAt: Date | null },
) => db`
  select count(*) from (
    select from undelivered_mails
    where ${ownedBy(db, actor)} and ${types.includes(type)}::boolean
      and created_at > coalesce(${readAt}::timestamptz, '-infinity')
    limit ${MOST_COUNTED}
  ) unread_mails`;

/** A mail that did not reach its customer as a notification. */
export const viewUndelivered = (
  { id, what, createdAt, invoiceId, number, total, currency }: UndeliveredRow,
  { mode }: SessionActor,
  readAt: Date | null,
) => ({
  id: id.replace(/^eml_/, "ntf_"),
  object: "notification" as const,
  mode,
  type,
  title: notificationTitles[type],
  body: `${toDecimal(total)} ${currency}: ${mailNames[what]} ${invoiceLabel(number)}`,
  resource: { type: "invoice", id: invoiceId },
  amount: digits(total),
  currency,
  createdAt,
  read: readAt !== null && createdAt <= readAt,
});
