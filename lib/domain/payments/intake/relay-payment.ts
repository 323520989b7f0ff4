import { type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { invalidRequest, notFound, Refusal, unavailable } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import {
  actionAfter,
  type ScreeningRecord,
  screeningsInsert,
} from "@/lib/domain/compliance/record-screening";
import { tellMatches } from "@/lib/domain/compliance/tell-matches";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  PreparedVerb,
} from "@/lib/domain/platform/context";
import { notifyOutbox, wakeInsert } from "@/lib/domain/platform/outbox/wake";
import { queueCreation } from "@/lib/domain/wallets/creations/queue-creation";
import { spendGasBudget } from "@/lib/domain/wallets/gas-budget";
import { refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { detailOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { authorizationTaken, checkPayable, checkRequest } from "./check-request";
import { checkEnd } from "./check-window";
import { chooseRequestDeployment, refuseOtherChain } from "./choose-request-deployment";
import { countPayer } from "./count-payer";
import { examinePayment } from "./examine-payment";
import { findDebited } from "./find-debited";
import { findRequest, type KnownRequest } from "./find-request";
import { type CheckedRequest, findConflict, findSame, insertSubmission } from "./insert-submission";
import { lockPayment } from "./lock-payment";
import { type PaymentRequest, paymentRequest, type RelayPaymentInput } from "./payment-request";
import { type SubmissionView, viewNewSubmission, viewSubmission } from "./view";

type RelayActor = MerchantActor | PlatformActor;

/** A repeated request, or one that is in order as far as the outside world goes. */
export type PreparedPayment =
  | { readonly kind: "repeated"; readonly view: SubmissionView }
  | ({ readonly kind: "checked" } & CheckedRequest);

/** The insert changed nothing, because of a row that was not there before. */
class Collision extends Error {}

/**
 * Takes what a payer signed to be settled on chain. Answers with the submission as it is: nothing
 * waits for the chain. The same key and payload answer with the current state. When the chain or a
 * screening list does not answer in time, the submission is held and examined again before it is signed for.
 * @throws Refusal `idempotency_error`: the key came with another payload (`payload_mismatch`)
 * @throws Refusal `not_found`: no such session
 * @throws Refusal `session_invalid_state`: the session is closed or being paid
 * @throws Refusal `invalid_request`: as `checkRequest` and `examinePayment` say
 * @throws Refusal `rate_limited`: the payer's limit, or a budget of the day for gas or for wallets to create
 * @throws Refusal `api_error` with `chain_unavailable`: the session's deployment is not configured any more
 */
export const relayPayment: PreparedVerb<
  RelayActor,
  RelayPaymentInput,
  PreparedPayment,
  SubmissionView
> = { prepare, run };

async function prepare(
  ctx: Context<RelayActor>,
  input: RelayPaymentInput,
): Promise<PreparedPayment> {
  const request = paymentRequest(ctx.actor, input);
  const { owner } = request;
  let merchantId = owner.origin === "api" ? owner.merchantId : null;
  try {
    const current = await chooseRequestDeployment(ctx, request);
    const known = await findRequest(ctx, request, current);
    if (!known) throw notFound("payment session");
    merchantId = known.merchantId;
    if (known.same) {
      const [row] = await ctx.db<SubmissionRow[]>`
        select * from relay_submissions where id = ${known.same.id}`;
      if (row) return { kind: "repeated", view: await repeated(ctx, request, row) };
    }
    return await check(ctx, request, known);
  } catch (error) {
    if (!(error instanceof Refusal) || merchantId === null) throw error;
    // Sent twice at once: the other one may be stored by now, and its authorization be used.
    // Or it was taken when its chain was still served.
    const row = await findSame(ctx.db, request, merchantId);
    if (!row) throw error;
    return { kind: "repeated", view: await repeated(ctx, request, row) };
  }
}

async function check(
  ctx: Context<RelayActor>,
  request: PaymentRequest,
  known: KnownRequest,
): Promise<PreparedPayment> {
  if (!deploymentIds(ctx.chains).includes(known.deploymentId)) {
    throw unavailable("chain_unavailable", "The chain does not answer: try again.");
  }
  const deployment = deploymentById(ctx.chains, known.deploymentId);
  const token = checkRequest(ctx.config, deployment, request, known);
  const { payment, creation } = request;
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const indexed = known.session ? known.indexed : null;
  const examined = { deployment, token, payment, creation, rpc, indexed };
  const examination = await examinePayment(ctx, examined);
  const clear = examination.kind === "clear";
  if (!clear) checkEnd(payment, known.now);
  if (clear || examination.signed) await countPayer(ctx, payment.payer);
  const short = clear && known.committed + payment.amount > examination.balance;
  const debited = short ? await findDebited(ctx, deployment, request, rpc) : [];
  const id = newId("relaySubmission");
  return { kind: "checked", id, request, known, deployment, examination, debited };
}

async function run(
  ctx: Context<RelayActor>,
  _input: RelayPaymentInput,
  prepared: PreparedPayment,
): Promise<SubmissionView> {
  if (prepared.kind === "repeated") return prepared.view;
  try {
    return viewNewSubmission(await transaction(ctx.db, (tx) => submit(ctx, tx, prepared)));
  } catch (error) {
    if (!(error instanceof Collision || error instanceof Refusal)) throw error;
    return explain(ctx, prepared, error);
  }
}

/** One round trip: the statements are sent together, and a refusal takes all of them back. */
async function submit(
  ctx: Context<RelayActor>,
  tx: TransactionSql,
  checked: CheckedRequest,
): Promise<SubmissionRow> {
  const { request, known, examination, deployment, id } = checked;
  const { owner, payment } = request;
  const { screening } = examination;
  const of = { merchantId: known.merchantId, mode: owner.mode };
  const { chainId } = deployment;
  const { payer } = payment;
  const record: ScreeningRecord = {
    ...of,
    subject: payer,
    trigger: "relay",
    action: actionAfter(screening),
    resourceId: id,
    screening,
  };
  const spender = { ...of, payer, ip: owner.origin === "hosted" ? ctx.ip : undefined };
  const [, row] = await pipelined([
    () =>
      lockPayable(tx, known.session?.id ?? null, { chainId, payer, deploymentId: deployment.id }),
    () => insertSubmission(tx, checked),
    // The last, since payments of one merchant wait for each other's counters.
    () =>
      spendGasBudget(tx, ctx.config, spender, [
        screeningsInsert(tx, [record]),
        wakeInsert(tx, wakes.relay, { chainId }),
      ]),
  ]);
  if (!row) throw new Collision();
  const { creation } = examination;
  if (creation) await queueCreation(tx, ctx.config, { chainId, creation, spender });
  await tellMatches(tx, [record]);
  notifyOutbox(tx, wakes.relay);
  return row;
}

async function lockPayable(
  tx: TransactionSql,
  sessionId: string | null,
  asked: Parameters<typeof lockPayment>[2] & { readonly deploymentId: string },
): Promise<void> {
  const session = await lockPayment(tx, sessionId, asked);
  if (sessionId === null) return;
  if (!session) throw notFound("payment session");
  if (session.deploymentId !== asked.deploymentId) throw refuseOtherChain();
  // Whether it is being paid is for the insert to say: that reads after the lock is held.
  checkPayable({ ...session, inFlight: false });
}

/** A concurrent insert won. If it was the same request, return its result; otherwise throw. */
async function explain(
  ctx: Context<RelayActor>,
  checked: CheckedRequest,
  error: Collision | Refusal,
): Promise<SubmissionView> {
  const { same, taken, sessionBeingPaid } = await findConflict(ctx.db, checked);
  if (same) return repeated(ctx, checked.request, same);
  if (error instanceof Refusal) throw error;
  if (taken) throw authorizationTaken(checked.request, checked.known.merchantId, taken);
  if (sessionBeingPaid) throw refuseBeingPaid(checked.known.session?.status);
  throw invalidRequest("auth.amount", "The payer's open payments exceed its balance.", {
    reason: "insufficient_balance",
  });
}

async function repeated(
  { db }: Context<RelayActor>,
  request: PaymentRequest,
  row: SubmissionRow,
): Promise<SubmissionView> {
  if (request.hash !== row.requestHash) {
    throw new Refusal("idempotency_error", "The key was used with another payload.", {
      param: "idempotencyKey",
      details: { reason: "payload_mismatch" },
    });
  }
  return viewSubmission(await detailOf(db, row));
}
