import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { Mode } from "@/lib/core/modes";
import { limitUnasked } from "@/lib/domain/mails/limit-unasked";
import { type QueuedMail, queueMails } from "@/lib/domain/mails/queue-mail";
import type { Context } from "@/lib/domain/platform/context";

/** A mail of an invoice, by its kind. */
export interface InvoiceMail {
  readonly kind: string;
}

/**
 * Queues a mail to an invoice's customer as the last one of the invoice, in the transaction of what it tells of. On
 * public chains test mode keeps it and does not send it. One that a limit withholds mails the customer nothing:
 * `mailed_at` stays. The caller has the invoice's row.
 * @returns null when there is no address, or the mail was queued before
 */
export async function queueInvoiceMail(
  ctx: Pick<Context, "config">,
  tx: TransactionSql,
  invoiceId: string,
  { kind }: InvoiceMail,
): Promise<QueuedMail | null> {
  const invoice = await findRecipient(tx, invoiceId);
  if (!invoice) return null;
  const limit = invoice.isTest ? null : await limitUnasked(ctx, tx, invoice);
  const [queued] = await queueMails(
    tx,
    tx`select i.merchant_id, i.mode, ${kind} as kind, i.customer_email as recipient,
      i.id || ':' || i.reminders as about,
      ${invoice.isTest} as withheld,
      jsonb_build_object(
        'businessName', b.business_name, 'invoiceId', i.id, 'publicId', i.public_id,
        'number', i.number, 'total', i.total::text, 'currency', i.currency, 'dueAt', i.due_at,
        'timeZone', i.time_zone,
        'customerName', i.customer_name
      ) as facts
    from invoices i
    join merchants b on b.id = i.merchant_id
    where i.id = ${invoiceId}`,
    limit,
  );
  if (!queued) return null;
  await tx`
    update invoices set mailed_at = ${limit === null ? tx`clock_now()` : tx`mailed_at`},
      last_email_id = ${queued.id},
      last_email_status = ${queued.state === "withheld" ? "withheld" : "queued"},
      last_email_error = ${queued.failure}, last_email_at = clock_now()
    where id = ${invoiceId}`;
  return queued;
}

interface Recipient {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly recipient: string;
  /** In test mode on a public chain. */
  readonly isTest: boolean;
}

async function findRecipient(tx: TransactionSql, invoiceId: string): Promise<Recipient | null> {
  const [row] = await tx<Recipient[]>`
    select i.merchant_id, i.mode, i.customer_email as recipient,
      i.mode = 'test' and d.chain_id <> ${localChainId} as is_test
    from invoices i
    join payment_sessions s on s.id = i.session_id
    join deployments d on d.id = s.deployment_id
    where i.id = ${invoiceId} and i.customer_email is not null`;
  return row ?? null;
}
