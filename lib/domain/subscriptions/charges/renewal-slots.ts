import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { chargeKey, chargesIn } from "@/lib/adapters/chain/calls/charge-calls";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { RenewalOutcome } from "@/lib/core/subscriptions/subscription-kinds";
import { isPayload } from "@/lib/domain/wallets/is-payload";
import type { NonceUse, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";

/** What follows for charges from where the transaction of their slot is. */
export const renewalSlots: SlotRules = {
  // Nothing is collected after a cancel, if it can still be helped.
  isWanted: (db) => db`exists (
    select from subscription_renewals r join subscriptions s on s.id = r.subscription_id
    where r.batch_id = b.id and r.open and s.paused_at is null
      and s.status in ('trialing', 'active', 'past_due')
  )`,
  async noteBroadcast() {},
  async noteMined() {},
  async returnToFlight() {},
  noteConsumed: closeRenewals,
  // Slots are locked before their charges everywhere.
  async lockLost() {},
  takeBack: takeBackRenewals,
};

interface OpenRenewal {
  subscriptionId: string;
  onchainId: Bytes32;
  callTo: Address;
  period: number;
  number: number;
}

/**
 * Says at the final block what became of each charge. What was charged has been booked by then, with everything that
 * follows from it; what was not is due again, unless it has been refused too often.
 */
async function closeRenewals(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const open = await tx<OpenRenewal[]>`
    select r.subscription_id, s.onchain_id, b.call_to, r.period, r.number
    from subscription_renewals r
    join subscriptions s on s.id = r.subscription_id
    join relay_batches b on b.id = r.batch_id
    where r.batch_id = ${batchId} and r.open
    order by s.id for no key update of s`;
  const isOwn = by !== null && (await isPayload(tx, by.hash));
  const rows = open.map(({ subscriptionId, onchainId, callTo, period, number }) => {
    const key = chargeKey({ onchainId, period: BigInt(period), number: BigInt(number) });
    const isCharged = by !== null && chargesIn(by.receipt, callTo).has(key);
    const outcome: RenewalOutcome = isCharged ? "charged" : isOwn ? "reverted" : "unsent";
    return { id: subscriptionId, outcome };
  });
  await tx`
    update subscription_renewals r set open = false, outcome = o.outcome
    from json_to_recordset(${asRows(rows)}::text::json) as o(id text, outcome text)
    where r.batch_id = ${batchId} and r.subscription_id = o.id and r.open`;
  const uncharged = rows.filter(({ outcome }) => outcome !== "charged").map(({ id }) => id);
  await lookAtUncharged(tx, batchId, uncharged);
}

/**
 * How often the contract may refuse a charge that it was predicted to take. One that another wallet's charge of the same
 * number came before is no longer that charge: the next number begins anew.
 */
export const MAX_REVERTED = 5;

/** The same period is due again, unless it is charged by now; after too many refusals the next one is. */
async function lookAtUncharged(
  tx: TransactionSql,
  batchId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    update subscriptions s set attempt_at = case
        when refused.times < ${MAX_REVERTED} then least(s.attempt_at, s.next_charge_at)
        else s.start_at + (r.period + 1) * s.interval_seconds * interval '1 second'
      end
    from subscription_renewals r cross join lateral (
      select count(*) as times from subscription_renewals p
      where p.subscription_id = r.subscription_id and p.period = r.period
        and p.number = r.number and p.outcome = 'reverted'
    ) refused
    where r.batch_id = ${batchId} and r.subscription_id = any (${[...ids]}::text[])
      and s.id = r.subscription_id and s.attempt_at is not null
      and not exists (
        select from subscription_charges c
        where c.subscription_id = s.id and c.period = r.period and c.number = r.number
      )`;
}

/**
 * Takes charges back whose slots are open again. A subscription that has another one under way keeps that: the contract
 * takes one of them. A slot that carries nothing any more is closed with a no-op.
 */
async function takeBackRenewals(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ id: string }[]>`
    with last as (
      select distinct on (r.subscription_id) r.subscription_id, r.batch_id
      from subscription_renewals r join relay_batches b on b.id = r.batch_id
      where r.batch_id = any (${slots}::text[]) and not r.open and not exists (
        select from subscription_renewals o
        where o.subscription_id = r.subscription_id and o.open::int = 1
      )
      order by r.subscription_id, r.period desc, b.created_at desc
    )
    update subscription_renewals r set open = true, outcome = null from last
    where r.subscription_id = last.subscription_id and r.batch_id = last.batch_id
    returning r.subscription_id as id`;
  await unsendUnwanted(tx, reopened, "charge_batch", renewalSlots);
  return { inFlight: back.map(({ id }) => id), queued: [], closed: [] };
}
