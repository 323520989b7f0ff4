import type { TransactionSql } from "@/db/client";
import type { MailNews } from "@/lib/domain/mails/mail";
import { type Mailed, tellUndelivered } from "./undelivered-mail";

/** Writes down what came of a mail if it is its invoice's last one. The merchant is told of one that was given up. */
export async function noteMail(
  tx: TransactionSql,
  invoiceId: string,
  news: MailNews,
): Promise<void> {
  const [mailed] = await tx<Mailed[]>`
    update invoices i set last_email_status = ${news.state}, last_email_error = ${news.failure},
      last_email_at = clock_now()
    from mails m
    where m.id = ${news.mailId} and i.id = ${invoiceId} and i.last_email_id = m.id
    returning i.id, i.merchant_id, i.mode, i.number, i.customer_email, i.status, i.delivered_at,
      m.kind`;
  if (mailed) await tellUndelivered(tx, mailed, news);
}
