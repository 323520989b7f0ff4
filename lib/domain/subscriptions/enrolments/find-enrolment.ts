import type { Db } from "@/db/client";
import { type Deployment, deploymentIds } from "@/lib/adapters/chain/chains";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { unavailable } from "@/lib/core/errors";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import { openAmount } from "@/lib/domain/payments/intake/open-amount";
import type { Context } from "@/lib/domain/platform/context";
import {
  chooseDeployment,
  refuseRegistry,
  usableDeployments,
} from "@/lib/domain/platform/deployments/choose-deployment";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import type { EnrolmentRequest } from "./enrolment-request";

/** The plan that a request is for. */
export interface RequestedPlan {
  readonly id: string;
  readonly deploymentId: string;
  readonly amount: bigint;
  readonly tokenAddress: Address;
  readonly intervalSeconds: bigint;
  readonly trialDays: number;
  readonly maxCycles: number | null;
  readonly active: boolean;
  readonly ref: Bytes32;
}

/** A subscription of the same payer and plan, or where no plan is named of the same payer and merchant. */
export interface EarlierSubscription {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly startAt: Date;
  readonly endAt: Date | null;
  /** Its end has passed: nothing is charged any more. One that is paused keeps its status. */
  readonly over: boolean;
  readonly enrolled: boolean;
  /** The relay has an open submission for it. */
  readonly submitted: boolean;
  readonly onchainCancel: "none" | "queued" | "confirmed";
}

/** What the database knows of a request. */
export interface KnownEnrolment {
  readonly merchantId: string;
  /** For something new: its account's, or that of its registration. */
  readonly merchantStatus: "active" | "suspended" | "closed";
  readonly accountStatus: "active" | "suspended" | "closed";
  readonly deployment: Deployment;
  /** The merchant's id in the deployment's registry. */
  readonly chainMerchantId: bigint | null;
  readonly plan: RequestedPlan | null;
  /** The pending subscription that is tried again. */
  readonly retried: { readonly id: string; readonly payer: Address } | null;
  readonly earlier: readonly EarlierSubscription[];
  /** What the payer's open submissions may still take from its balance of the token. */
  readonly committed: bigint;
}

interface Owner {
  merchantId: string;
  planId: string | null;
  retriedId: string | null;
  retriedPayer: Address | null;
}

/**
 * Looks a request up: who it is for, its plan, and what the payer has of it already.
 * @returns undefined when it names nothing of the mode, or nothing of the merchant
 * @throws Refusal as `usableDeployments`
 * @throws Refusal `api_error` with `chain_unavailable`: the plan's deployment is not configured any more
 */
export async function findEnrolment(
  ctx: Pick<Context, "db" | "chains">,
  request: EnrolmentRequest,
): Promise<KnownEnrolment | undefined> {
  const { db } = ctx;
  const { owner: asker, internalId, terms } = request;
  const owner = await findOwner(db, request);
  if (!owner) return undefined;
  const { merchantId } = owner;
  const of = { merchantId, mode: asker.mode };
  const [plan] = await db<RequestedPlan[]>`
    select id, deployment_id, amount, token_address, interval_seconds, trial_days, max_cycles, active,
      ref
    from subscription_plans
    where id = ${owner.planId} and merchant_id = ${merchantId} and mode = ${asker.mode}`;
  if (internalId !== undefined && !plan) return undefined;
  const deployment = await findDeployment(ctx, request, of, plan);
  const [row] = await db<
    Pick<KnownEnrolment, "chainMerchantId" | "merchantStatus" | "accountStatus" | "committed">[]
  >`
    select r.chain_merchant_id, ${openingStatus(db)} as merchant_status, m.status as account_status,
      (${openAmount(db, { chainId: deployment.chainId, payer: terms.payer, token: terms.token, debited: [], counted: "all" })}) as committed
    from merchants m
    left join merchant_registrations r on r.merchant_id = m.id
      and r.deployment_id = ${deployment.id} and r.mode = ${asker.mode}
    where m.id = ${merchantId}`;
  if (!row) return undefined;
  return {
    ...row,
    merchantId,
    deployment,
    plan: plan ?? null,
    retried:
      owner.retriedId === null || owner.retriedPayer === null
        ? null
        : { id: owner.retriedId, payer: owner.retriedPayer },
    earlier: await findEarlier(db, { ...of, deployment, payer: terms.payer, plan: plan ?? null }),
  };
}

/** Whose request it is: without a plan an API key's merchant; the platform key's is the plan's. */
export async function findOwner(
  db: Db,
  { owner, internalId }: EnrolmentRequest,
): Promise<Owner | undefined> {
  const mine = owner.origin === "api" ? db`m.id = ${owner.merchantId}` : db`true`;
  if (internalId === undefined) {
    if (owner.origin !== "api") return undefined;
    const [row] = await db<Owner[]>`
      select m.id as merchant_id, null as plan_id, null as retried_id, null as retried_payer
      from merchants m where m.id = ${owner.merchantId}`;
    return row;
  }
  const [row] = await db<Owner[]>`
    select m.id as merchant_id, p.plan_id, p.retried_id, p.retried_payer
    from (
      select merchant_id, id as plan_id, null as retried_id, null::bytea as retried_payer
      from subscription_plans where id = ${internalId} and mode = ${owner.mode}
      union all
      select merchant_id, plan_id, id, payer
      from subscriptions where id = ${internalId} and mode = ${owner.mode} and plan_id is not null
    ) p join merchants m on m.id = p.merchant_id
    where ${mine}`;
  return row;
}

/** The plan's, which is pinned. */
async function findDeployment(
  ctx: Pick<Context, "db" | "chains">,
  { owner, chainId, registry }: EnrolmentRequest,
  { merchantId }: { merchantId: string },
  plan: RequestedPlan | undefined,
): Promise<Deployment> {
  if (plan && !deploymentIds(ctx.chains).includes(plan.deploymentId)) {
    throw unavailable("chain_unavailable", "The chain does not answer: try again.");
  }
  const choice = { mode: owner.mode, chainId, kind: "subscriptions" } as const;
  const usable = usableDeployments(ctx, choice);
  const pinned = usable.find(({ id }) => id === plan?.deploymentId);
  if (pinned && registry !== undefined && pinned.contracts.registry.address !== registry) {
    throw refuseRegistry();
  }
  return pinned ?? chooseDeployment(ctx, { ...choice, registry, merchantId });
}

interface EarlierOf {
  readonly merchantId: string;
  readonly mode: string;
  readonly deployment: Deployment;
  readonly payer: Address;
  readonly plan: RequestedPlan | null;
}

/** Those that may stand in the way of another one, newest first. */
export function findEarlier(
  db: Db,
  { merchantId, mode, deployment, payer, plan }: EarlierOf,
): Promise<EarlierSubscription[]> {
  return db<EarlierSubscription[]>`
    select s.id, s.status, s.start_at, s.end_at,
      coalesce(s.end_at <= clock_now(), false) as over, s.enrolled_at is not null as enrolled,
      s.onchain_cancel, coalesce((
        select true from relay_submissions b join relay_open_submissions o on o.submission_id = b.id
        where b.subscription_id = s.id limit 1
      ), false) as submitted
    from subscriptions s
    where s.payer = ${payer} and s.deployment_id = ${deployment.id} and s.merchant_id = ${merchantId}
      and s.mode = ${mode} and ${plan ? db`s.plan_id = ${plan.id}` : db`s.status in ${db(liveSubscriptionStatuses)}`}
    order by s.created_at desc limit 100`;
}
