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
};

/** That a customer's mail server did not take a merchant's mail about an invoice. */
export const undeliveredMail: Mail<UndeliveredFacts> = {
  kind: "invoice_undelivered",
  notification: "invoice.undelivered",
  subject: ({ number }) => `Your email about invoice ${invoiceLabel(number)} was not delivered`,
  body({ invoiceId, number, recipient, businessName }) {
    return {
      preheader: "Your customer does not have it.",
      heading: `Invoice ${invoiceLabel(number)} was not delivered`,
      paragraphs: [
        "Your customer’s mail server did not take our email about this invoice. Send your customer the invoice’s link another way, or create the invoice anew with another address.",
      ],
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
  { mailId, state }: MailNews,
): Promise<void> {
  if (state !== "refused" && state !== "failed") return;
  const facts = { invoiceId: id, number, recipient: customerEmail };
  await queueMail(tx, undeliveredMail, { merchantId, mode, about: mailId, ...facts });
}
