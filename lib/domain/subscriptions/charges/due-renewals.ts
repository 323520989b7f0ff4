import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import type { subscriptions } from "@/db/schema/subscriptions";

export type StoredSubscription = typeof subscriptions.$inferSelect;

/**
 * The condition on a subscription `s` that a keeper may look at it, when its time has come: it is in a final block, is of
 * a plan or was relayed, and is neither over, nor paused, nor being charged. Those that are over have no `attempt_at`.
 */
export function isDue(db: Db) {
  return db`s.attempt_at is not null and s.paused_at is null
    and (s.plan_id is not null or s.origin = 'relay')
    and not ${isBeingCharged(db)}`;
}

const isBeingCharged = (db: Db) => db`exists (
  select from subscription_renewals r where r.subscription_id = s.id and r.open::int = 1
)`;

/** Whether a charge of a subscription `s` may still land, or is on the chain and not final yet or held by screening. */
export function hasChargeUnderWay(db: Db) {
  return db`(${isBeingCharged(db)} or exists (
      select from transactions t where t.subscription_id = s.id and t.status = 'pending'
    ))`;
}

/** How long what a contract said of a wallet is believed. */
const KEEPER_SECONDS = 30;

/**
 * A query of the deployments of a chain where a wallet charges, as far as is known: what was not asked lately may be. While
 * a contract's history is being booked nothing is due: the books do not have yet what was charged.
 */
function maybeKept(db: Db, { chainId, wallet }: { chainId: number; wallet: string }) {
  return db`
    select d.id from deployments d
    where d.chain_id = ${chainId} and not exists (
      select from keeper_wallets k
      where k.deployment_id = d.id and k.wallet = ${wallet} and not k.allowed
        and k.looked_at > now() - ${KEEPER_SECONDS} * interval '1 second'
    ) and not exists (
      select from deployment_contracts h
      where h.deployment_id = d.id and h.kind = 'subscriptions' and h.booked_number is not null
    )`;
}

/**
 * A query of what is due for a wallet by the time of the chain's last known head, the first `most` of each deployment:
 * `deployment_id`.
 */
export function dueRenewals(
  db: Db,
  at: { readonly chainId: number; readonly wallet: string },
  most: number,
) {
  return db`
    select d.id as deployment_id from chain_cursors c
    cross join (${maybeKept(db, at)}) d
    cross join lateral (
      select from subscriptions s
      where s.deployment_id = d.id and s.attempt_at <= c.head_at and ${isDue(db)}
      order by s.attempt_at limit ${most}
    ) o
    where c.chain_id = ${at.chainId}`;
}

/** A query that has rows where something falls due on the chain of a cursor `c` from its last head up to a time. */
export function fallingDue(db: Db, upTo: PendingQuery<Row[]>) {
  return db`
    select from deployments d cross join lateral (
      select from subscriptions s
      where s.deployment_id = d.id and s.attempt_at > c.head_at and s.attempt_at <= ${upTo}
        and ${isDue(db)}
      limit 1
    ) o
    where d.chain_id = c.chain_id`;
}
