import { type TransactionSql, transaction } from "@/db/client";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { invalidRequest, notFound, Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { actionAfter, recordScreening } from "@/lib/domain/compliance/record-screening";
import { countPayer } from "@/lib/domain/payments/intake/count-payer";
import {
  type SubmissionView,
  viewNewSubmission,
  viewSubmission,
} from "@/lib/domain/payments/intake/view";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  PreparedVerb,
} from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { queueCreation } from "@/lib/domain/wallets/creations/queue-creation";
import { spendGasBudget } from "@/lib/domain/wallets/gas-budget";
import { detailOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { checkEnrolment } from "./check-enrolment";
import {
  type EnrolmentRequest,
  enrolmentRequest,
  type RelaySubscriptionInput,
} from "./enrolment-request";
import { examineEnrolment } from "./examine-enrolment";
import { findEnrolment, findOwner, type KnownEnrolment } from "./find-enrolment";
import { type CheckedEnrolment, insertEnrolment } from "./insert-enrolment";

type RelayActor = MerchantActor | PlatformActor;
/** What the hosted page hands over: where its payer wants mails, and the payment link that led there. */
interface FromPage {
  readonly payerEmail?: string;
  readonly paymentLinkId?: string;
}
type Input = RelaySubscriptionInput & FromPage;

/** A repeated request, or one that is in order as far as the outside world goes. */
export type PreparedEnrolment =
  | { readonly kind: "repeated"; readonly view: SubmissionView }
  | ({ readonly kind: "checked" } & CheckedEnrolment);

/** The insert changed nothing, because of a row that was not there before. */
class Collision extends Error {}

/**
 * Takes what a payer signed to be enrolled on chain. Answers with the submission as it is: nothing waits for the
 * chain. The same key and payload answer with the current state. When the chain or a screening list does not answer
 * in time, the submission is held and examined again before it is signed for.
 * @throws Refusal `idempotency_error`: the key came with another payload (`payload_mismatch`)
 * @throws Refusal `not_found`: no such plan or subscription
 * @throws Refusal `session_invalid_state`, `invalid_request`, `permission_denied`: as `checkEnrolment` and
 * `examineEnrolment` say
 * @throws Refusal `rate_limited`: the payer's limit, or a budget of the day for gas or for wallets to create
 */
export const relaySubscription: PreparedVerb<RelayActor, Input, PreparedEnrolment, SubmissionView> =
  { prepare, run };

async function prepare(ctx: Context<RelayActor>, input: Input): Promise<PreparedEnrolment> {
  const request = enrolmentRequest(ctx.actor, input);
  const merchantId = await merchantOf(ctx, request);
  const repetition = merchantId && (await findRepetition(ctx, request, { merchantId }));
  if (repetition) return repetition;
  const known = await findEnrolment(ctx, request);
  if (!known) throw notFound("subscription plan");
  try {
    return await check(ctx, request, known, input);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Sent twice at once: the other one may be stored by now, and its permit be used.
    const late = await findRepetition(ctx, request, known);
    if (late) return late;
    throw error;
  }
}

/** The merchant whose keys the idempotency key is one of. Of an API key it is known before the plan is. */
async function merchantOf(
  { db }: Context<RelayActor>,
  request: EnrolmentRequest,
): Promise<string | undefined> {
  const { owner } = request;
  return owner.origin === "api" ? owner.merchantId : (await findOwner(db, request))?.merchantId;
}

async function check(
  ctx: Context<RelayActor>,
  request: EnrolmentRequest,
  known: KnownEnrolment,
  { payerEmail, paymentLinkId }: FromPage,
): Promise<PreparedEnrolment> {
  const token = checkEnrolment(ctx.config, request, known);
  const { deployment } = known;
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const examined = await examineEnrolment(ctx, { deployment, token, rpc, request, known });
  await countPayer(ctx, request.terms.payer);
  return {
    kind: "checked",
    id: newId("relaySubmission"),
    subscriptionId: known.retried?.id ?? newId("subscription"),
    request,
    known,
    examined,
    currency: token.currency,
    payerEmail: payerEmail ?? null,
    paymentLinkId: paymentLinkId ?? null,
  };
}

async function run(
  ctx: Context<RelayActor>,
  _input: Input,
  prepared: PreparedEnrolment,
): Promise<SubmissionView> {
  if (prepared.kind === "repeated") return prepared.view;
  try {
    return viewNewSubmission(await transaction(ctx.db, (tx) => submit(ctx, tx, prepared)));
  } catch (error) {
    if (!(error instanceof Collision || error instanceof Refusal)) throw error;
    const repetition = await findRepetition(ctx, prepared.request, prepared.known);
    if (repetition) return repetition.view;
    if (error instanceof Refusal) throw error;
    throw await explain(ctx, prepared);
  }
}

async function submit(
  ctx: Context<RelayActor>,
  tx: TransactionSql,
  checked: CheckedEnrolment,
): Promise<SubmissionRow> {
  const { request, known, examined, id } = checked;
  const { owner, terms } = request;
  const { screening } = examined;
  const row = await insertEnrolment(tx, checked);
  if (!row) throw new Collision();
  const of = { merchantId: known.merchantId, mode: owner.mode };
  await recordScreening(tx, {
    ...of,
    subject: terms.payer,
    trigger: "relay",
    action: actionAfter(screening),
    resourceId: id,
    screening,
  });
  await wake(tx, wakes.relay, { chainId: known.deployment.chainId });
  // The last, since enrolments of one merchant wait for each other's counters.
  const ip = owner.origin === "hosted" ? ctx.ip : undefined;
  const spender = { ...of, payer: terms.payer, ip };
  await spendGasBudget(tx, ctx.config, spender);
  const { creation } = examined;
  const { chainId } = known.deployment;
  if (creation) await queueCreation(tx, ctx.config, { chainId, creation, spender });
  return row;
}

async function findRepetition(
  { db }: Context<RelayActor>,
  { owner, idempotencyKey, hash }: EnrolmentRequest,
  { merchantId }: Pick<KnownEnrolment, "merchantId">,
): Promise<Extract<PreparedEnrolment, { kind: "repeated" }> | null> {
  const [row] = await db<SubmissionRow[]>`
    select * from relay_submissions
    where merchant_id = ${merchantId} and mode = ${owner.mode}
      and submission_key(merchant_id, mode, origin, idempotency_key)
        = submission_key(${merchantId}, ${owner.mode}, ${owner.origin}, ${idempotencyKey})`;
  if (!row) return null;
  if (row.requestHash === hash) {
    return { kind: "repeated", view: viewSubmission(await detailOf(db, row)) };
  }
  throw new Refusal("idempotency_error", "The key was used with another payload.", {
    param: "idempotencyKey",
    details: { reason: "payload_mismatch" },
  });
}

/** What the submission collided with: the same intent under another key, or the payer's other open submissions. */
async function explain(
  { db }: Context<RelayActor>,
  { request, known, examined }: CheckedEnrolment,
): Promise<Refusal> {
  const { payer, token } = request.terms;
  const [taken] = await db<{ merchantId: string; mode: string; key: string }[]>`
    select merchant_id, mode, idempotency_key as key from relay_submissions
    where not authorization_released and kind = 'subscription' and subscription_id in (
        select id from subscriptions where payer = ${payer} and deployment_id = ${known.deployment.id}
      )
      and intent_signature = ${examined.enrolment.intentSignature}`;
  if (!taken) {
    return invalidRequest("amount", `The payer's open payments in ${token} exceed its balance.`, {
      reason: "insufficient_balance",
    });
  }
  const own = taken.merchantId === known.merchantId && taken.mode === request.owner.mode;
  return invalidRequest("intentSignature", "This intent was already submitted.", {
    reason: "nonce_used",
    ...(own ? { idempotencyKey: taken.key } : {}),
  });
}
