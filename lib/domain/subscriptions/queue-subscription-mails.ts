import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import { type QueuedMail, queueMails } from "@/lib/domain/mails/queue-mail";
import { otherTermsOf } from "./reminders/has-successor";
import type { SubscriptionExtras, SubscriptionMail } from "./subscription-mail";

/** A mail to queue for a subscription. */
export interface WantedMail {
  readonly subscriptionId: string;
  /** Of the charge that it tells; by default of the last one. */
  readonly transactionId?: string | null;
  readonly mail: SubscriptionMail;
  /** What it tells of, besides its kind: a recipient gets one notification per subject. */
  readonly subject: string;
  readonly told?: SubscriptionExtras;
}

/**
 * Queues mails of subscriptions, in the transaction of what they tell of: to the merchant, and to the payer's e-mail
 * that the merchant has given since the enrolment, or else that came with the enrolment's signatures, or else that the
 * merchant gave before or a payment has proved. A subscription without a plan, or one that was never on the chain, gets
 * no mails. In test mode on public chains, the payer's mails are stored and not sent.
 * @returns those that are new
 */
export async function queueSubscriptionMails(
  tx: TransactionSql,
  wanted: readonly WantedMail[],
): Promise<QueuedMail[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ mail: { kind, reader }, ...named }) => ({ ...named, kind, reader }));
  return queueMails(
    tx,
    tx`select s.merchant_id, s.mode, w.kind, w.subject as about, ${recipient(tx)} as recipient,
      w.reader = 'payer' and s.mode = 'test' and s.chain_id <> ${localChainId} as withheld,
      ${subscriptionFacts(tx)} || coalesce(w.told, '{}') as facts
    from json_to_recordset(${asRows(rows)}::text::json)
      as w("subscriptionId" text, "transactionId" text, kind text, reader text, subject text,
        told jsonb)
    -- By their ids, one of each: a plan of the statement may take all of a merchant otherwise.
    cross join lateral (
      select * from subscriptions where id = w."subscriptionId" limit 1
    ) s
    cross join lateral (select * from subscription_plans where id = s.plan_id limit 1) p
    join merchants b on b.id = s.merchant_id
    left join customers c on c.id = s.customer_id and c.merchant_id = s.merchant_id
      and c.mode = s.mode and c.wallet_address = s.payer
    left join lateral (
      select t.id, t.amount, t.fee, t.net_amount, t.tx_hash, t.block_timestamp,
        t.payment_exception
      from subscription_charges k join transactions t on t.id = k.transaction_id
      where k.subscription_id = s.id
        and (w."transactionId" is null or k.transaction_id = w."transactionId")
      order by k.period desc, k.number desc limit 1
    ) t on true
    left join lateral (
      select n.start_at, n.end_at ${otherTermsOf(tx)} order by n.start_at limit 1
    ) o on true
    where s.enrolled_at is not null and p.merchant_id = s.merchant_id and p.mode = s.mode`,
  );
}

/** Who enrolled on the hosted page gave it with the signatures; what anybody may have typed for a wallet is no address of its owner. */
function recipient(tx: TransactionSql) {
  return tx`case
    when w.reader = 'payer' then coalesce(
      case when c.email_source = 'merchant' and exists (
        select from jsonb_to_recordset(c.email_history) as h("seenAt" timestamptz, source text)
        where h.source = 'merchant' and h."seenAt" > s.enrolled_at
      ) then c.email end,
      s.payer_email,
      case when c.email_source <> 'checkout' then c.email end
    )
    when w.kind <> 'subscription_charged' or (b.email_prefs ->> 'subscriptionCharged')::boolean
      then b.email end`;
}

/** What mails tell of a subscription `s` to a plan `p` of a merchant `b`, with its charge `t` and another term `o`. */
function subscriptionFacts(tx: TransactionSql) {
  return tx`jsonb_build_object(
    'businessName', b.business_name, 'timeZone', b.time_zone, 'subscriptionId', s.id, 'planId', p.id, 'planName', p.name,
    'planActive', p.active, 'status', s.status, 'amount', s.amount::text, 'currency', s.currency,
    'intervalSeconds', s.interval_seconds, 'chainId', s.chain_id,
    'payer', '0x' || encode(s.payer, 'hex'), 'startAt', s.start_at, 'endAt', s.end_at,
    'nextChargeAt', s.next_charge_at, 'cap', s.cap::text, 'paidUntil', s.paid_until,
    'pastDueSince', s.past_due_since, 'graceEndsAt', s.grace_ends_at,
    'failureCode', s.failure_code, 'chargeAmount', t.amount::text, 'fee', t.fee::text,
    'netAmount', t.net_amount::text, 'transactionId', t.id,
    'late', t.payment_exception = 'late', 'txHash', '0x' || encode(t.tx_hash, 'hex'), 'paidAt', t.block_timestamp,
    'otherStarts', o.start_at, 'otherEnds', o.end_at
  )`;
}
