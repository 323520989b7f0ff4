import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMrr as declaration } from "@/lib/contract/insight/stats";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { recurringRevenue } from "@/lib/core/insight/recurring-revenue";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { FigureOwner } from "./recounts";

interface TermsRow {
  planId: string;
  currency: Currency;
  intervalSeconds: bigint;
  status: SubscriptionStatus;
  collection: "collecting" | "paused" | "ahead";
  subscriptions: bigint;
  /** Smallest unit, for one interval of all of them. */
  amount: bigint;
}

const MOST_PLANS = 100;

/**
 * What a merchant's running subscriptions come to in 30 days, by counters. `mrr` has those that are `active`; trials
 * and what is past due are shown apart, and of `mrr` the part whose collection is paused. A next term that is ahead is
 * in none. Each figure is an exact fraction that is rounded down once, so that the plans may sum to less than the whole.
 */
export async function getMrr({
  db,
  actor,
}: Pick<Context, "db"> & { readonly actor: FigureOwner }): Promise<OutputOf<typeof declaration>> {
  const rows = await db<TermsRow[]>`
    select plan_id, currency, interval_seconds, status, collection,
      sum(subscriptions) as subscriptions, sum(amount) as amount
    from subscription_totals where ${ownedBy(db, actor)}
    group by 1, 2, 3, 4, 5 having sum(subscriptions) > 0
    order by plan_id`;
  return {
    object: "mrr",
    mode: actor.mode,
    currencies: currencies.map((currency) =>
      viewCurrency(
        currency,
        rows.filter((row) => row.currency === currency),
      ),
    ),
  };
}

function viewCurrency(currency: Currency, rows: readonly TermsRow[]) {
  const having = (status: SubscriptionStatus) => rows.filter((row) => row.status === status);
  const active = having("active");
  return {
    currency,
    mrr: recurringRevenue(active),
    trialing: recurringRevenue(
      having("trialing").filter(({ collection }) => collection !== "ahead"),
    ),
    pastDue: recurringRevenue(having("past_due")),
    paused: recurringRevenue(active.filter(({ collection }) => collection === "paused")),
    activeSubscriptions: countOf(active),
    byPlan: plansOf(active),
  };
}

const countOf = (rows: readonly TermsRow[]) =>
  Number(rows.reduce((sum, { subscriptions }) => sum + subscriptions, 0n));

/** The plans that bring the most. */
function plansOf(rows: readonly TermsRow[]) {
  const plans = new Map<string, TermsRow[]>();
  for (const row of rows) plans.set(row.planId, [...(plans.get(row.planId) ?? []), row]);
  const views = [...plans].map(([planId, terms]) => ({
    planId: planId === "" ? null : planId,
    mrr: recurringRevenue(terms),
    activeSubscriptions: countOf(terms),
  }));
  return views.sort((one, other) => compare(other.mrr, one.mrr)).slice(0, MOST_PLANS);
}

const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);
