import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openPermitStates } from "@/lib/core/states";
import { isDue } from "@/lib/domain/subscriptions/charges/due-renewals";
import { countStuck } from "@/lib/domain/subscriptions/charges/list-stuck-renewals";
import {
  countUnrequested,
  type UnrequestedCount,
} from "@/lib/domain/subscriptions/charges/list-unrequested";
import { isInGrace } from "@/lib/domain/subscriptions/charges/notice-arrivals";
import { isCarried } from "@/lib/domain/subscriptions/permits/permit-rows";

/** What the keepers have before them, beyond 10,000 not counted. */
export interface OpenRenewals {
  /** Charges that are due by their chain's clock. */
  readonly due: number;
  /** For how long the first of them has been. */
  readonly dueSeconds: number;
  /** Subscriptions in their grace period. */
  readonly pastDue: number;
  /** Subscriptions whose charge the contract refused too often, so that it waits for an operator. */
  readonly stuck: number;
  /** Of the last week, what nothing here asked for. */
  readonly unrequested: UnrequestedCount;
  /** Our wallets that were lately found to be no keepers, and those that were. */
  readonly refusedWallets: number;
  readonly keepers: number;
  /** Permits of payers on their way to their tokens, and for how long the oldest has been. */
  readonly permits: number;
  readonly permitsSeconds: number;
}

const MOST = 10_000;

/** What subscriptions wait for. */
export async function readRenewals(db: Db): Promise<OpenRenewals> {
  const [row] = await db<Omit<OpenRenewals, "stuck" | "unrequested">[]>`
    select due.*, grace.*, wallets.*, permits.* from (
      select count(*)::int as due, greatest(0, coalesce(extract(epoch from
        max(head_at) - min(attempt_at)), 0))::float8 as due_seconds
      from (
        select o.attempt_at, c.head_at from chain_cursors c
        join deployments d on d.chain_id = c.chain_id
        cross join lateral (
          select s.attempt_at from subscriptions s
          where s.deployment_id = d.id and s.attempt_at <= c.head_at and ${isDue(db)}
          order by s.attempt_at limit ${MOST}
        ) o
      ) all_due
    ) due, (
      select count(*)::int as past_due from (
        select from subscriptions s where ${isInGrace(db)} limit ${MOST}
      ) g
    ) grace, (
      select count(*) filter (where not allowed)::int as refused_wallets,
        count(*) filter (where allowed)::int as keepers
      from keeper_wallets where looked_at > now() - interval '1 hour'
    ) wallets, (
      select count(*)::int as permits,
        coalesce(seconds_waited(min(created_at)), 0)::float8 as permits_seconds
      from payer_permits p where state in (${stateList(db, openPermitStates)}) and ${isCarried(db)}
    ) permits`;
  if (!row) throw new Error("an aggregate always has a row");
  return { ...row, stuck: await countStuck(db), unrequested: await countUnrequested(db) };
}
