import type { Db } from "@/db/client";
import { MOST_SUBSCRIPTIONS, type PayerToken, payerTokenKey } from "./payer-token";
import { type AheadRenewal, aheadColumns, hasAhead, renewalsAhead } from "./renewals-ahead";

/** More renewals are not reckoned at once: nothing is said of those that fall due later. */
const MOST_RENEWALS = 20_000;

/** What falls due of some payers, at any merchant. */
export interface PayerRenewals {
  /** In the order in which they fall due, what is overdue first. */
  readonly renewals: readonly AheadRenewal[];
  /** They are complete before this. */
  readonly until: Date;
  /** Payers who have too many. */
  readonly excessive: ReadonlySet<string>;
}

/** Everything that falls due of payers until a time, across their subscriptions. Paused ones take nothing. */
export async function readPayerRenewals(
  db: Db,
  payers: readonly PayerToken[],
  { now, until }: { now: Date; until: Date },
): Promise<PayerRenewals> {
  const rows = await db<AheadRenewal[]>`
    select ${aheadColumns(db)}
    from unnest(
      ${payers.map(({ deploymentId }) => deploymentId)}::text[],
      ${payers.map(({ payer }) => payer)}::bytea[],
      ${payers.map(({ tokenAddress }) => tokenAddress)}::bytea[]
    ) k (deployment_id, payer, token_address)
    cross join lateral (
      select * from subscriptions s
      where s.payer = k.payer and s.deployment_id = k.deployment_id
        and s.token_address = k.token_address and s.paused_at is null and ${hasAhead(db, until)}
      limit ${MOST_SUBSCRIPTIONS + 1}
    ) s
    ${renewalsAhead(db, { from: now, to: until }, { overdue: true })}
    order by o.due_at, s.id limit ${MOST_RENEWALS + 1}`;
  const last = rows.length > MOST_RENEWALS ? rows.at(-1) : undefined;
  const subscriptions = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = payerTokenKey(row);
    const known = subscriptions.get(key) ?? new Set();
    subscriptions.set(key, known.add(row.subscriptionId));
  }
  const excessive = [...subscriptions].filter(([, ids]) => ids.size > MOST_SUBSCRIPTIONS);
  return {
    renewals: rows,
    until: last?.dueAt ?? until,
    excessive: new Set(excessive.map(([key]) => key)),
  };
}
