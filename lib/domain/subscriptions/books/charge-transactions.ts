import type { PendingQuery, Row } from "postgres";
import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { type Bytes32, zeroBytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { confirmReturned } from "@/lib/domain/payments/settlements/confirm-returned";
import type { SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import { findLate } from "./find-late";
import type { ChargeVerdict } from "./screen-charges";
import type { ChargeEvent } from "./subscription-event";

/** A charge of a final block, and what screening says of who pays it. */
export interface ScreenedCharge {
  readonly event: ChargeEvent;
  /** Without one it is held up. */
  readonly verdict: ChargeVerdict | undefined;
}

/** A charge of a subscription of ours, whose row is locked. */
export interface OwnCharge extends ScreenedCharge {
  readonly row: SubscriptionRow;
  /** The settlement key. */
  readonly key: Bytes32;
}

interface JudgedCharge extends OwnCharge {
  readonly isHeld: boolean;
  /** Its block is of a time when nothing was to be charged any more, or for now. */
  readonly isLate: boolean;
}

/** A charge with its transaction. */
export interface WrittenCharge extends JudgedCharge {
  readonly transactionId: string;
  /** It was confirmed before: a chain is read again from below its final block. */
  readonly isKnown: boolean;
}

/**
 * Writes the transactions of charges, each of another subscription: `confirmed`, or held up with the exception
 * `screening` where the payer is not cleared. What was confirmed once has been screened. A charge whose enrolment is not
 * booked is held up, too, since a node may have hidden it: both are booked in order once it is found.
 */
export async function writeTransactions(
  tx: TransactionSql,
  charges: readonly OwnCharge[],
): Promise<WrittenCharge[]> {
  const confirmed = await findConfirmed(tx, charges);
  const late = await findLate(tx, charges);
  const judged = charges.map((charge) => {
    const isKnown = confirmed.has(charge.key);
    const isEnrolled = charge.row.enrolledAt !== null;
    const isHeld = !(isEnrolled && (isKnown || charge.verdict?.isClear));
    return { ...charge, isKnown, isHeld, isLate: late.has(charge) };
  });
  const ids = await insertTransactions(tx, judged);
  const written = judged.map((charge) => {
    const transactionId = ids.get(charge.key);
    if (!transactionId) throw new Error("a charge's transaction was not written");
    return { ...charge, transactionId };
  });
  const clear = written.flatMap(({ isHeld, transactionId }) => (isHeld ? [] : [transactionId]));
  await tx`
    update transactions set status = 'confirmed', confirmed_at = coalesce(confirmed_at, clock_now())
    where id = any (${clear}) and status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  const held = written.flatMap(({ isHeld, transactionId }) => (isHeld ? [transactionId] : []));
  await confirmReturned(tx, held);
  return written;
}

/** The settlement keys of those that were confirmed before, other than to be returned. */
async function findConfirmed(
  tx: TransactionSql,
  charges: readonly OwnCharge[],
): Promise<Set<Bytes32>> {
  const names = charges.map(({ row, key }) => ({ deploymentId: row.deploymentId, key }));
  const rows = await tx<{ key: Bytes32 }[]>`
    select hex_bytes(n.key) as key
    from json_to_recordset(${asRows(names)}::text::json) as n("deploymentId" text, key text)
    cross join lateral (
      select id, confirmed_at from transactions t
      where settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
          = settlement_hash(n."deploymentId", hex_bytes(n.key))
        and t.deployment_id = n."deploymentId" and t.settlement_key = hex_bytes(n.key)
      limit 1
    ) t
    where t.confirmed_at is not null and not exists (${decidedToReturn(tx, tx`t.id`)})`;
  return new Set(rows.map(({ key }) => key));
}

/** A query that has a row where the merchant returns what was held up. */
const decidedToReturn = (tx: TransactionSql, id: PendingQuery<Row[]>) =>
  tx`select from screening_decisions d where d.resource_id = ${id} and d.decision = 'refunded'`;

/**
 * Writes transactions as `pending`, one for each settlement key. One that a reorganisation had taken away comes back in its
 * new place and with its new amount, one that is confirmed stays so, and one that its merchant returns keeps `screening`.
 * @returns the ids by settlement key
 */
export async function insertTransactions(
  tx: TransactionSql,
  charges: readonly JudgedCharge[],
): Promise<Map<Bytes32, string>> {
  const rows = asRows(charges.map(columnsOf));
  const written = await tx<{ id: string; key: Bytes32 }[]>`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
      fee, net_amount, fee_bps, from_address, to_address, token_address, ref, chain_id, tx_hash,
      log_index, block_number, block_timestamp, subscription_id, customer_id, payment_exception,
      settlement_key)
    select id, "merchantId", mode, "deploymentId", 'subscription_charge', 'pending', amount,
      currency, fee, amount - fee, "feeBps", hex_bytes(payer), hex_bytes(payout), hex_bytes(token),
      hex_bytes(ref), "chainId", hex_bytes("txHash"), "logIndex", "blockNumber", "blockTimestamp",
      "subscriptionId", "customerId", exception, hex_bytes(key)
    from json_to_recordset(${rows}::text::json) as c(id text, "merchantId" text, mode text,
      "deploymentId" text, amount numeric, currency text, fee numeric, "feeBps" int, payer text,
      payout text, token text, ref text, "chainId" int, "txHash" text, "logIndex" int,
      "blockNumber" bigint, "blockTimestamp" timestamptz, "subscriptionId" text, "customerId" text,
      exception text, key text)
    on conflict (settlement_hash(deployment_id, coalesce(settlement_key, payment_id)))
    do update set status = case when transactions.status = 'reorged' then 'pending'
        else transactions.status end,
      payment_exception = case when transactions.payment_exception = 'screening'
          and exists (${decidedToReturn(tx, tx`transactions.id`)})
        then 'screening' else excluded.payment_exception end,
      customer_id = coalesce(transactions.customer_id, excluded.customer_id),
      to_address = excluded.to_address, amount = excluded.amount, fee = excluded.fee,
      net_amount = excluded.net_amount, fee_bps = excluded.fee_bps, tx_hash = excluded.tx_hash, log_index = excluded.log_index,
      block_number = excluded.block_number, block_timestamp = excluded.block_timestamp
    where transactions.deployment_id = excluded.deployment_id
      and transactions.settlement_key = excluded.settlement_key
    returning id, coalesce(settlement_key, payment_id) as key`;
  return new Map(written.map(({ id, key }) => [key, id]));
}

function columnsOf({ row, event, key, verdict, isHeld, isLate }: JudgedCharge) {
  return {
    id: verdict?.transactionId ?? newId("transaction"),
    merchantId: row.merchantId,
    mode: row.mode,
    deploymentId: row.deploymentId,
    amount: event.amount,
    currency: row.currency,
    fee: event.fee,
    feeBps: event.feeBps,
    payer: row.payer,
    payout: event.payout,
    token: event.token,
    ref: row.ref ?? zeroBytes32,
    chainId: row.chainId,
    txHash: event.txHash,
    logIndex: event.logIndex,
    blockNumber: event.blockNumber,
    blockTimestamp: event.blockTimestamp,
    subscriptionId: row.id,
    customerId: row.customerId,
    exception: isHeld ? "screening" : isLate ? "late" : "none",
    key,
  };
}
