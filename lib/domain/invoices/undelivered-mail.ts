import type { TransactionSql } from "@/db/client";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { Mode } from "@/lib/core/modes";
import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, type Mail, type MailNews, rowIf } from "@/lib/domain/mails/mail";
import { type MerchantFacts, queueMail } from "@/lib/domain/mails/queue-mail";

type UndeliveredFacts = MerchantFacts & {
  invoiceId: string;
  number: number;
  recipient: string | null;
  /** The customer's mail server did not take it; otherwise it could not be given to one. */
  refused: boolean;
};

/** That a merchant's mail about an invoice did not reach its customer. */
export const undeliveredMail: Mail<UndeliveredFacts> = {
  kind: "invoice_undelivered",
  notification: "invoice.undelivered",
  subject: ({ number }) => `Your email about invoice ${invoiceLabel(number)} was not delivered`,
  body({ invoiceId, number, recipient, refused, businessName }) {
    const why = refused
      ? "Your customer’s mail server did not take our email about this invoice."
      : "Our email about this invoice could not be delivered.";
    const remedy = refused
      ? "Send your customer the invoice’s link another way, or create a new invoice with another address."
      : "Send it again, or send your customer the invoice’s link another way.";
    return {
      preheader: "Your customer does not have it.",
      heading: `Invoice ${invoiceLabel(number)} was not delivered`,
      paragraphs: [`${why} ${remedy}`],
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
}

/** Tells a merchant of a mail about its invoice that was given up, in the transaction that writes that down. */
export async function tellUndelivered(
  tx: TransactionSql,
  { id, merchantId, mode, number, customerEmail }: Mailed,
  { mailId, state, failure }: MailNews,
): Promise<void> {
  // An address that a mail server has refused is not tried again.
  const refused = state === "refused" || failure === "address_refused";
  if (!refused && state !== "failed") return;
  const facts = { invoiceId: id, number, recipient: customerEmail, refused };
  await queueMail(tx, undeliveredMail, { merchantId, mode, about: mailId, ...facts });
}
