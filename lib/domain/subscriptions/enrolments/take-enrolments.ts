import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { readSubscriptionState } from "@/lib/adapters/chain/calls/subscription-calls";
import {
  type Deployment,
  deploymentById,
  deploymentIds,
  tokenAt,
} from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { zeroAddress } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { unsignedSubmissionStates } from "@/lib/core/states";
import { screenBeforeSigning } from "@/lib/domain/compliance/screen-before-signing";
import { findDecisions } from "@/lib/domain/compliance/screening-decisions";
import { releasedByHand } from "@/lib/domain/payments/intake/release-held";
import type { Context } from "@/lib/domain/platform/context";
import { creationOf, findOpenCreations } from "@/lib/domain/wallets/creations/creation-rows";
import { holdSubmissions } from "@/lib/domain/wallets/queue/hold-submissions";
import {
  postponeSubmissions,
  rejectSubmissions,
} from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Candidate, Carrier } from "@/lib/domain/wallets/relay-task";
import { enrolmentQueues } from "./enrolment-queues";
import { type EnrolmentRow, enrolmentColumns, enrolmentOf } from "./enrolment-rows";
import { examineEnrolment } from "./examine-enrolment";
import { findEarlier, type RequestedPlan } from "./find-enrolment";
import { planCandidates } from "./plan-candidates";

type RelayContext = Pick<Context, "db" | "log" | "config" | "chains">;

const AT_ONCE = 20;
/** While a wallet works on one, no other takes it; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
const RETRY_SECONDS = 5;

/**
 * Takes enrolments that are due, sorts out those that are not to be signed now, and plans a call for each of the rest.
 * @throws RpcError, RpcUnavailable
 */
export async function takeEnrolments(
  ctx: RelayContext,
  carrier: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const rows = await claim(ctx.db, carrier);
  const known = new Set(deploymentIds(ctx.chains));
  const queued: EnrolmentRow[] = [];
  for (const row of await setAsideEnded(ctx.db, rows)) {
    if (!known.has(row.deploymentId)) continue;
    if (row.state === "queued" || (await release(ctx, row))) queued.push(row);
  }
  const clear = await screen(ctx, queued);
  const candidates = await planCandidates(ctx, clear);
  return { taken: rows.length, candidates };
}

function claim(db: Db, { shard }: Carrier): Promise<EnrolmentRow[]> {
  return transaction(db, (tx) => {
    return tx<EnrolmentRow[]>`
      with due as materialized (
        select x.id from unnest(${enrolmentQueues(shard)}::text[]) as q(name) cross join lateral (
          select submission_id from relay_open_submissions
          where queue = q.name and due_at <= clock_now() order by due_at limit ${AT_ONCE}
        ) o cross join lateral (
          select id from relay_submissions
          where id = o.submission_id and state in (${stateList(tx, unsignedSubmissionStates)})
            and (next_check_at is null or next_check_at <= clock_now())
          limit 1 for no key update skip locked
        ) x
        limit ${AT_ONCE}
      ), taken as (
        update relay_submissions b set wallet = ${shard.wallet},
          next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
        where b.id = any (array(select id from due))
        returning b.*
      )
      select ${enrolmentColumns(tx)} from taken b join subscriptions s on s.id = b.subscription_id
      order by b.created_at`;
  });
}

/** Those of subscriptions that were cancelled before anything was signed. */
async function setAsideEnded(db: Db, rows: readonly EnrolmentRow[]): Promise<EnrolmentRow[]> {
  const ended = rows.filter(({ subscriptionStatus }) => subscriptionStatus !== "pending");
  for (const state of ["held", "queued"] as const) {
    const ids = ended.flatMap((row) => (row.state === state ? [row.id] : []));
    await rejectSubmissions(db, state, ids, "subscription_cancelled");
  }
  return rows.filter((row) => !ended.includes(row));
}

/**
 * Examines one that was held because a node or a screening list did not answer, as the request would have been.
 * @returns whether it is queued now
 */
async function release(ctx: RelayContext, row: EnrolmentRow): Promise<boolean> {
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const token = tokenAt(deployment, row.tokenAddress);
  if (!token) throw new Error(`${row.id} is in a token of another deployment`);
  const { terms, permitSignature, intentSignature } = enrolmentOf(deployment, row);
  const { merchantId, mode, payer } = row;
  const [plan] = await ctx.db<RequestedPlan[]>`
    select id, deployment_id, amount, token_address, interval_seconds, trial_days, max_cycles, active,
      ref
    from subscription_plans where id = ${row.planId}`;
  const of = { merchantId, mode, deployment, payer, plan: plan ?? null };
  const earlier = await findEarlier(ctx.db, of);
  const decisions = await findDecisions(ctx.db, [row.id]);
  const waiting = (await findOpenCreations(ctx.db, row.chainId, [payer])).get(payer);
  try {
    const { clear } = await examineEnrolment(ctx, {
      deployment,
      token,
      rpc: deployment.chain.rpc,
      request: {
        owner: { origin: "api", mode, merchantId },
        idempotencyKey: row.idempotencyKey,
        internalId: undefined,
        chainId: undefined,
        registry: undefined,
        hash: row.requestHash,
        terms,
        permitSignature,
        intentSignature,
        creation: waiting ? creationOf(waiting) : null,
      },
      known: { plan: of.plan, earlier: earlier.filter(({ id }) => id !== row.subscriptionId) },
      screened: decisions.get(row.id) === "released" ? releasedByHand : undefined,
    });
    if (clear === null) {
      await tryLater(ctx.db, row);
      return false;
    }
    const { count } = await ctx.db`
      update relay_submissions set state = 'queued', payer_has_code = ${clear.payerHasCode},
        updated_at = clock_now()
      where id = ${row.id} and state = 'held'`;
    return count === 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason } = error.info.details;
    if (reason === "chain_unavailable" || (await mayBeEnrolled(deployment, row))) {
      await tryLater(ctx.db, row);
      return false;
    }
    ctx.log.info({ submissionId: row.id, reason }, "a held enrolment was refused");
    await rejectSubmissions(ctx.db, "held", [row.id], reason);
    return false;
  }
}

/**
 * Whether another sender has executed an enrolment that would be refused now, or the node does not tell: its books close
 * it then.
 */
async function mayBeEnrolled(
  deployment: Deployment,
  { paymentId }: EnrolmentRow,
): Promise<boolean> {
  try {
    const { rpc } = deployment.chain;
    const { payer } = await readSubscriptionState(rpc, deployment, paymentId);
    return payer !== zeroAddress;
  } catch (error) {
    if (isChainTrouble(error)) return true;
    throw error;
  }
}

async function tryLater(db: Db, { id }: EnrolmentRow): Promise<void> {
  await db`
    update relay_submissions
    set next_check_at = clock_now() + ${RETRY_SECONDS} * interval '1 second'
    where id = ${id} and state = 'held'`;
}

async function screen(ctx: RelayContext, rows: readonly EnrolmentRow[]): Promise<EnrolmentRow[]> {
  const passed = new Set<string>();
  for (const deploymentId of new Set(rows.map((row) => row.deploymentId))) {
    const own = rows.filter((row) => row.deploymentId === deploymentId);
    const deployment = deploymentById(ctx.chains, deploymentId);
    const { clear, blocked, unavailable } = await screenBeforeSigning(
      ctx,
      deployment,
      "relay",
      own,
    );
    await rejectSubmissions(ctx.db, "queued", idsOf(blocked), "payer_blocked");
    const sent = blocked.filter(({ rounds }) => rounds > 0);
    await postponeSubmissions(
      ctx.db,
      sent.map(({ id }) => ({ id, failure: "address_blocked" })),
    );
    await holdSubmissions(ctx.db, idsOf(unavailable));
    for (const { id } of clear) passed.add(id);
  }
  return rows.filter(({ id }) => passed.has(id));
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Leaves what a wallet has taken and not signed for to the others. */
export async function giveBackEnrolments(
  db: Db,
  { chainId, wallet }: { chainId: number; wallet: string },
): Promise<void> {
  const queues = enrolmentQueues({ chainId, coded: null });
  await db`
    update relay_submissions set wallet = null, next_check_at = null
    where id = any (array(
        select submission_id from relay_open_submissions where queue = any (${queues}::text[])
      ))
      and wallet = ${wallet} and state in (${stateList(db, unsignedSubmissionStates)})`;
}
