import type { TransactionSql } from "@/db/client";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { UndeliveredKind } from "@/lib/core/invoices/undelivered-mails";
import type { Mode } from "@/lib/core/modes";
import type { InvoiceStatus } from "@/lib/core/states";
import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, type Mail, type MailNews, rowIf } from "@/lib/domain/mails/mail";
import { type MerchantFacts, queueMail } from "@/lib/domain/mails/queue-mail";

type UndeliveredFacts = MerchantFacts & {
  invoiceId: string;
  number: number;
  recipient: string | null;
  /** The customer's mail server did not take it; otherwise it could not be given to one. */
  refused: boolean;
  /** Absent in mails of before it was told: the invoice. */
  what?: UndeliveredKind;
};

interface Words {
  /** Before "invoice" and its number. */
  readonly mail: string;
  readonly preheader: string;
  /** What to do about a mail that a server refused. */
  readonly refused: string;
  /** The same of one that no server took. */
  readonly failed: string;
}

const words: Readonly<Record<UndeliveredKind, Words>> = {
  invoice: {
    mail: "email about",
    preheader: "Your customer does not have it.",
    refused:
      "Send your customer the invoice’s link another way, or create a new invoice with another address.",
    failed: "Send it again, or send your customer the invoice’s link another way.",
  },
  reminder: {
    mail: "reminder of",
    preheader: "Your customer did not receive the reminder.",
    refused: "Remind your customer another way.",
    failed: "Send it again, or remind your customer another way.",
  },
  overdue: {
    mail: "overdue notice for",
    preheader: "Your customer did not receive the overdue notice.",
    refused: "Tell your customer another way.",
    failed: "Send it again, or tell your customer another way.",
  },
  cancellation: {
    mail: "cancellation notice for",
    preheader: "Your customer was not told that it is cancelled.",
    refused: "Tell your customer another way that it is cancelled.",
    failed: "Tell your customer another way that it is cancelled.",
  },
};

/** That a merchant's mail about an invoice did not reach its customer. */
export const undeliveredMail: Mail<UndeliveredFacts> = {
  kind: "invoice_undelivered",
  notification: "invoice.undelivered",
  subject: ({ number, what = "invoice" }) =>
    `Your ${words[what].mail} invoice ${invoiceLabel(number)} was not delivered`,
  body({ invoiceId, number, recipient, refused, businessName, what = "invoice" }) {
    const { mail, preheader, ...remedies } = words[what];
    const why = refused
      ? `Your customer’s mail server did not take our ${mail} this invoice.`
      : `Our ${mail} this invoice could not be delivered.`;
    return {
      preheader,
      heading: `${what === "invoice" ? "Invoice" : `Your ${mail} invoice`} ${invoiceLabel(number)} was not delivered`,
      paragraphs: [`${why} ${refused ? remedies.refused : remedies.failed}`],
      facts: [["Invoice", invoiceLabel(number)], ...rowIf("Sent to", singleLine(recipient ?? ""))],
      button: { label: "View invoice", to: `/dashboard/invoices/${invoiceId}` },
      inTestMode: aboutTestMode,
      footer: `You’re receiving this email because notifications about emails that were not delivered are on for ${singleLine(businessName)}.`,
    };
  },
};

/** An invoice whose last mail a mail server has answered. */
export interface Mailed {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly number: number;
  readonly customerEmail: string | null;
  readonly status: InvoiceStatus;
  /** When the first mail that asks for its payment was taken, before this one. */
  readonly deliveredAt: Date | null;
  /** The kind of its last mail. */
  readonly kind: string;
}

const later: Readonly<Record<string, UndeliveredKind>> = {
  invoice_reminder: "reminder",
  invoice_overdue: "overdue",
};

/** Null: a mail that asked for the payment of an invoice that is paid or void now, which needs nothing. */
function undeliveredOf({ status, deliveredAt, kind }: Mailed): UndeliveredKind | null {
  if (kind === "invoice_voided") return "cancellation";
  if (status === "paid" || status === "void") return null;
  return (deliveredAt !== null && later[kind]) || "invoice";
}

/** Tells a merchant, once, of a mail about its invoice that was given up, in the transaction that writes that down. */
export async function tellUndelivered(
  tx: TransactionSql,
  mailed: Mailed,
  { mailId, state, failure }: MailNews,
): Promise<void> {
  // An address that a mail server has refused is not tried again.
  const refused = state === "refused" || failure === "address_refused";
  if (!refused && state !== "failed") return;
  const what = undeliveredOf(mailed);
  if (what === null) return;
  const { id, merchantId, mode, number, customerEmail } = mailed;
  await tx`
    insert into undelivered_mails ${tx({ id: mailId, merchantId, mode, invoiceId: id, what })}
    on conflict (id) do nothing`;
  const facts = { invoiceId: id, number, recipient: customerEmail, refused, what };
  await queueMail(tx, undeliveredMail, { merchantId, mode, about: mailId, ...facts });
}
