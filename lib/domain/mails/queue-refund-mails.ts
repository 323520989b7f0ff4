import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";

/**
 * Queues the mails of a refund that was completed or has failed: to the merchant, and of a completed one the receipt
 * to a payer who wanted one for the payment. Each is queued once. One of a late charge that is pending is told to the
 * merchant, once for each `expires_at`. As with payments, a test refund on a public chain mails the merchant alone. Call
 * it in the transaction that ends the refund, or renews it.
 */
export async function queueRefundMails(tx: TransactionSql, refundId: string): Promise<void> {
  const queued = await tx<{ state: string }[]>`
    insert into mails
      (id, merchant_id, mode, kind, recipient, facts, dedupe_key, state, failure, closed_at)
    select new_id('eml'), m.merchant_id, m.mode, m.kind, m.recipient, m.facts,
      m.kind || ':' || m.about,
      case when m.withheld then 'withheld' else 'queued' end,
      case when m.withheld then 'test_mode' end,
      case when m.withheld then clock_now() end
    from (
      select r.merchant_id, r.mode, wanted.kind, wanted.recipient,
        case when r.status = 'pending' then r.id || ':' || extract(epoch from r.expires_at)
          else r.id end as about,
        wanted.kind = 'refund_receipt' and r.mode = 'test' and r.chain_id <> ${localChainId}
          as withheld,
        jsonb_build_object(
          'businessName', b.business_name, 'refundId', r.id, 'transactionId', t.id,
          'sessionId', s.id, 'description', s.description,
          'amount', r.amount::text, 'currency', t.currency, 'chainId', r.chain_id,
          'payer', '0x' || encode(t.from_address, 'hex'),
          'txHash', '0x' || encode(coalesce(r.tx_hash, r.refund_tx_hash), 'hex'),
          'failureReason', r.failure_reason, 'at', coalesce(r.closed_at, r.created_at)
        ) as facts
      from refunds r
      join transactions t on t.id = r.transaction_id
      join merchants b on b.id = r.merchant_id
      left join payment_sessions s
        on s.id = t.session_id and s.merchant_id = r.merchant_id and s.mode = r.mode
      cross join lateral (values
        ('refund_receipt', case when r.status = 'completed' and s.receipt_wallet = t.from_address
          then s.receipt_email end),
        ('refund_' || r.status, case when r.status in ('completed', 'failed') then b.email end),
        ('refund_waiting', case when r.status = 'pending' and r.origin = 'late_charge'
          then b.email end)
      ) wanted (kind, recipient)
      where r.id = ${refundId} and wanted.recipient is not null
    ) m
    on conflict (dedupe_key) do nothing
    returning state`;
  if (queued.some(({ state }) => state === "queued")) await wake(tx, wakes.mails);
}
