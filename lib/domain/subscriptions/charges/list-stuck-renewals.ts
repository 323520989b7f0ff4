import type { Db } from "@/db/client";
import { MAX_REVERTED } from "./renewal-slots";

/** A subscription whose charge the contract refused so often that it is not tried again by itself. */
export interface StuckRenewal {
  readonly id: string;
  readonly merchantId: string;
  readonly period: number;
  readonly refusals: number;
  readonly lastAt: Date;
}

/**
 * Until that charge or a later one is made, or the subscription is over. The newest hundred.
 * @param id of the subscription; without one those of all
 */
export function listStuckRenewals(db: Db, id?: string): Promise<StuckRenewal[]> {
  return db<StuckRenewal[]>`
    select s.id, s.merchant_id, r.period, r.refusals, r.last_at
    from (
      select subscription_id, period, number, count(*)::int as refusals,
        max(created_at) as last_at
      from subscription_renewals
      where outcome = 'reverted' ${id === undefined ? db`` : db`and subscription_id = ${id}`}
      group by subscription_id, period, number having count(*) >= ${MAX_REVERTED}
    ) r
    join subscriptions s on s.id = r.subscription_id
    where s.attempt_at is not null and not exists (
        select from subscription_charges k
        where k.subscription_id = r.subscription_id and (k.period, k.number) >= (r.period, r.number)
      )
    order by r.last_at desc limit 100`;
}

/** How many there are, up to a hundred. */
export async function countStuck(db: Db): Promise<number> {
  return (await listStuckRenewals(db)).length;
}
