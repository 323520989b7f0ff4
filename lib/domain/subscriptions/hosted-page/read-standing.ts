import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import type {
  Standing,
  StandingInput,
  StandingName,
  SubscriberInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { isCreating } from "@/lib/domain/subscriptions/enrolments/is-creating";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";

interface StandingRow {
  id: string;
  status: SubscriptionStatus;
  live: boolean;
  /** Its enrolment can no longer be executed. */
  failed: boolean;
  paused: boolean;
  /** Of the live one that this one follows. */
  currentStatus: SubscriptionStatus | null;
  currentChargeAt: Date | null;
  nextChargeAt: Date | null;
  paidUntil: Date | null;
  endAt: Date | null;
  charged: bigint;
  txHash: Bytes32 | null;
  failureCode: string | null;
  submittedAt: Date | null;
}

/**
 * Where a wallet stands with a plan, as the chain shows it, too.
 * @param input.onchainId a subscription that the wallet itself sent: it is being created once a block has it
 * @param input.subscriptionId one that was relayed: it is told of as long as it is not over, also beside others
 * @throws Refusal `not_found`
 */
export async function readStanding(
  { db }: Context<PublicActor>,
  { planId, payer, onchainId, subscriptionId }: StandingInput,
): Promise<Standing> {
  const plan = await findPublicPlan(db, planId);
  const standing = await standingAt(db, plan, payer, subscriptionId);
  if (onchainId === undefined) return standing;
  const txHash = await findSeen(db, plan, { payer, onchainId });
  if (txHash === null) return standing;
  return { ...standing, name: "creating", txHash, failureCode: null, submittedAt: null };
}

/** The transaction of an enrolment in a block that is not final; null where no block has it, or it was booked. */
async function findSeen(
  db: Db,
  { deploymentId, chainMerchantId, ref }: PlanRow,
  { payer, onchainId }: { payer: SubscriberInput["payer"]; onchainId: Bytes32 },
): Promise<Bytes32 | null> {
  const [seen] = await db<{ txHash: Bytes32 }[]>`
    select tx_hash from chain_subscriptions e
    where deployment_id = ${deploymentId} and onchain_id = ${onchainId} and payer = ${payer}
      and chain_merchant_id = ${digits(chainMerchantId)}::numeric and ref = ${ref}
      and not exists (
        select from subscriptions s
        where s.deployment_id = e.deployment_id and s.onchain_id = e.onchain_id
          and s.enrolled_at is not null
      )
    limit 1`;
  return seen?.txHash ?? null;
}

/**
 * The same at a plan that was read. The newest of the live ones counts, else what was tried last. One whose end has passed
 * is not live: while it is paused its status stays. One whose enrolment failed is told of where no other one is live. While
 * it follows another one, status and next charge are those of that one.
 * @param relayed the subscription that is meant, as long as it is live
 */
export async function standingAt(
  db: Db,
  plan: PlanRow,
  payer: SubscriberInput["payer"],
  relayed = "",
): Promise<Standing> {
  // Read before the subscription, so that `asOf` is never later than what it stands for.
  const [clock] = await db<{ asOf: string }[]>`
    select to_char(clock_now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of`;
  const [found] = await db<StandingRow[]>`
    select s.id, s.status, ${isLive(db, db`s`)} as live,
      s.status = 'pending' and not ${isCreating(db, db`s`)} as failed, s.next_charge_at,
      s.paid_until, s.end_at, s.charged,
      (case when c.status is null then s.paused_at else c.paused_at end) is not null as paused,
      c.status as current_status, c.next_charge_at as current_charge_at, b.tx_hash, b.failure_code,
      b.created_at as submitted_at
    from subscriptions s
    left join lateral (
      select r.tx_hash, r.failure_code, r.created_at from relay_submissions r
      where r.subscription_id = s.id order by r.created_at desc limit 1
    ) b on true
    left join lateral (
      select e.status, e.next_charge_at, e.paused_at from subscriptions e
      where e.payer = s.payer and e.deployment_id = s.deployment_id and e.plan_id = s.plan_id
        and e.merchant_id = s.merchant_id and e.mode = s.mode and e.end_at <= s.start_at
        and ${isLive(db, db`e`)}
      order by e.end_at desc limit 1
    ) c on true
    where s.payer = ${payer} and s.deployment_id = ${plan.deploymentId} and s.plan_id = ${plan.id}
      and s.merchant_id = ${plan.merchantId} and s.mode = ${plan.mode}
    order by live desc, s.id = ${relayed} desc, failed, s.created_at desc limit 1`;
  return {
    name: nameOf(found),
    subscription: found?.live ? shown(found) : null,
    txHash: found?.txHash ?? null,
    failureCode: found?.failureCode ?? null,
    submittedAt: found?.submittedAt?.toISOString() ?? null,
    asOf: clock?.asOf ?? "",
  };
}

function isLive(db: Db, row: PendingQuery<Row[]>) {
  return db`(${row}.status in ${db(liveSubscriptionStatuses)}
    and coalesce(${row}.end_at > clock_now(), true))`;
}

function nameOf(found: StandingRow | undefined): StandingName {
  if (!found?.live) return "none";
  if (found.status !== "pending") return "live";
  return found.failed ? "failed" : "creating";
}

function shown({ id, status, paidUntil, endAt, charged, ...found }: StandingRow) {
  const nextChargeAt = found.currentChargeAt ?? found.nextChargeAt;
  return {
    id,
    status: found.currentStatus ?? status,
    paused: found.paused,
    follows: found.currentStatus !== null,
    nextChargeAt: nextChargeAt?.toISOString() ?? null,
    paidUntil: paidUntil?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    charged: digits(charged),
  };
}
