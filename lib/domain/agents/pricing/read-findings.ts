import type { Db } from "@/db/client";
import { medianOf } from "@/lib/core/agents/find-anomaly";
import type { Currency } from "@/lib/core/amounts/money";
import { type DayRange, dayText } from "@/lib/core/insight/day-range";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** What a week shows of a plan. */
export interface PlanFinding {
  readonly planId: string;
  readonly name: string;
  /** Smallest unit. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Subscriptions that began in the four weeks up to its end, and those of them that have paid. */
  readonly started: number;
  readonly paying: number;
  /** Subscriptions whose charge fails at the moment, by cause, the most frequent first. */
  readonly failures: readonly { readonly code: ChargeFailure; readonly count: number }[];
  /** What wallets of these hold, as the chain was read last; null: of none is it known. */
  readonly medianBalance: bigint | null;
}

type PlanRow = Omit<PlanFinding, "failures" | "medianBalance">;

interface FailureRow {
  readonly planId: string | null;
  readonly code: ChargeFailure | null;
  readonly balance: bigint | null;
}

const WEEKS = 4;
/** More plans of a merchant are not looked at. */
const MOST_PLANS = 50;
/** More failures of a merchant are not looked at. */
const MOST_FAILURES = 5_000;

/**
 * What a week shows of a merchant's active plans, those that began or fail alone: how many of those that began pay, why
 * charges fail, and what the wallets in question hold.
 */
export async function readFindings(db: Db, owner: Owner, { to }: DayRange): Promise<PlanFinding[]> {
  const plans = await db<PlanRow[]>`
    select p.id as plan_id, p.name, p.amount, p.currency, s.started::int, s.paying::int
    from (
      select id, name, amount, currency from subscription_plans
      where ${ownedBy(db, owner)} and active order by created_at desc limit ${MOST_PLANS}
    ) p
    cross join lateral (
      select count(*) as started, count(*) filter (where charges_made > 0) as paying
      from subscriptions
      where ${ownedBy(db, owner)} and plan_id = p.id and enrolled_at is not null
        and created_at >= ${dayText(to)}::date - ${WEEKS * 7}::int and created_at < ${dayText(to)}::date
    ) s`;
  const failures = await db<FailureRow[]>`
    select s.plan_id, s.failure_code as code, b.balance from (
      select plan_id, failure_code, payer, deployment_id, token_address from subscriptions
      where ${ownedBy(db, owner)} and status = 'past_due' and failure_code is not null
        and plan_id is not null
      order by created_at desc limit ${MOST_FAILURES}
    ) s
    left join payer_positions b on b.payer = s.payer and b.deployment_id = s.deployment_id
      and b.token_address = s.token_address`;
  return plans
    .map((plan) => findingOf(plan, failures))
    .filter(({ started, failures: causes }) => started > 0 || causes.length > 0);
}

function findingOf(plan: PlanRow, all: readonly FailureRow[]): PlanFinding {
  const own = all.filter(({ planId }) => planId === plan.planId);
  const counts = new Map<ChargeFailure, number>();
  for (const { code } of own) if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  const balances = own.flatMap(({ balance }) => (balance === null ? [] : [balance]));
  return {
    ...plan,
    failures: [...counts]
      .map(([code, count]) => ({ code, count }))
      .toSorted((one, other) => other.count - one.count),
    medianBalance: balances.length === 0 ? null : medianOf(balances),
  };
}
