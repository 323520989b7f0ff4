import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";
import { invoiceFacts } from "./queue-invoice-mail";

/**
 * Queues the mails of payments that have become final: the receipt for the payer who asked for one, the
 * receipt for an invoice's customer, and `payment_received` or `invoice_paid` for a merchant that wants it. Each session is told of once. On public chains a test payment
 * mails the merchant alone: the payer's receipt is kept and not sent. Call it in the transaction that confirms.
 * @param transactionIds settlements that pay their sessions, none of them an exception
 */
export async function queuePaymentMails(
  tx: TransactionSql,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  const queued = await tx<{ state: string }[]>`
    insert into mails
      (id, merchant_id, mode, kind, recipient, facts, dedupe_key, state, failure, closed_at)
    select new_id('eml'), m.merchant_id, m.mode, m.kind, m.recipient, m.facts,
      m.kind || ':' || m.session_id,
      case when m.withheld then 'withheld' else 'queued' end,
      case when m.withheld then 'test_mode' end,
      case when m.withheld then clock_now() end
    from (
      select t.merchant_id, t.mode, t.session_id, wanted.kind, wanted.recipient,
        wanted.kind in ('payment_receipt', 'invoice_receipt')
          and t.mode = 'test' and t.chain_id <> ${localChainId} as withheld,
        jsonb_build_object(
          'businessName', b.business_name, 'sessionId', s.id, 'description', s.description,
          'amount', t.amount::text, 'fee', t.fee::text, 'netAmount', t.net_amount::text,
          'currency', t.currency, 'chainId', t.chain_id,
          'txHash', '0x' || encode(t.tx_hash, 'hex'),
          'payer', '0x' || encode(t.from_address, 'hex'), 'paidAt', t.block_timestamp
        ) || case when i.id is null then '{}' else ${invoiceFacts(tx)} end as facts
      from transactions t
      -- By its id, one session for each payment: a plan may take all of a merchant otherwise.
      cross join lateral (
        select id, merchant_id, mode, description, receipt_wallet, receipt_email
        from payment_sessions where id = t.session_id limit 1
      ) s
      join merchants b on b.id = t.merchant_id
      left join invoices i on i.session_id = s.id and i.merchant_id = t.merchant_id and i.mode = t.mode
      cross join lateral (values
        -- Who is mailed the invoice's receipt needs no other.
        ('payment_receipt', case when s.receipt_wallet = t.from_address
          then nullif(s.receipt_email, i.customer_email) end),
        ('invoice_receipt', i.customer_email),
        (case when i.id is null then 'payment_received' else 'invoice_paid' end,
          case when (b.email_prefs ->> 'paymentReceived')::boolean then b.email end)
      ) wanted (kind, recipient)
      where t.id = any (${[...transactionIds]}) and s.merchant_id = t.merchant_id
        and s.mode = t.mode and wanted.recipient is not null
    ) m
    on conflict (dedupe_key) do nothing
    returning state`;
  if (queued.some(({ state }) => state === "queued")) await wake(tx, wakes.mails);
}
