import type { Db, TransactionSql } from "@/db/client";
import { intentIdOf } from "@/lib/adapters/chain/calls/payments";
import { paymentIdOf } from "@/lib/adapters/chain/calls/signed-payment";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { digits } from "@/lib/core/amounts/money";
import { refOf } from "@/lib/core/chain/hex";
import { isBeingPaid, isSessionBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import type { Examination } from "./examine-payment";
import type { KnownRequest, TakenAuthorization } from "./find-request";
import { openAmount } from "./open-amount";
import type { PaymentRequest } from "./payment-request";

/** A request that was found in order, with what is known of it. */
export interface CheckedRequest {
  /** The id that the submission will have. */
  readonly id: string;
  readonly request: PaymentRequest;
  readonly known: KnownRequest;
  readonly deployment: Deployment;
  readonly examination: Examination;
  /** Open submissions of the payer whose amount has already left its balance. */
  readonly debited: readonly string[];
}

/** Examined again after this. */
const HELD_SECONDS = 3;

/**
 * Inserts the submission unless its key or its authorization is taken, its session is being paid, or the
 * payer's open submissions together exceed its balance. The caller has both locks (`lockPayment`): the payer's makes
 * that sum hold under concurrency, and the session's that no other payment of it is on its way.
 * @returns undefined when nothing was inserted; the caller finds out why
 */
export async function insertSubmission(
  tx: TransactionSql,
  { id, request, known, deployment, examination, debited }: CheckedRequest,
): Promise<SubmissionRow | undefined> {
  const { owner, payment } = request;
  const { payer, token, amount } = payment;
  const ownRef = known.session && refOf(known.session.id) === payment.ref ? null : payment.ref;
  const one = payment.signatures === 1;
  const clear = examination.kind === "clear";
  const balance = clear ? digits(examination.balance) : null;
  const [row] = await tx<SubmissionRow[]>`
    insert into relay_submissions (id, merchant_id, mode, origin, idempotency_key, request_hash, kind,
      deployment_id, chain_id, session_id, state, chain_merchant_id, payer, payer_has_code,
      token_address, amount, ref, auth_nonce, valid_after, valid_before, auth_signature,
      intent_signature, salt, payment_id, intent_id, next_check_at)
    select ${id}, ${known.merchantId}, ${owner.mode}, ${owner.origin},
      ${request.idempotencyKey}, ${request.hash}, 'payment', ${deployment.id}, ${deployment.chainId},
      ${known.session?.id ?? null}, ${clear ? "queued" : "held"}, ${digits(payment.merchantId)},
      ${payer}, ${clear && (examination.payerHasCode || examination.creation !== null)}, ${token}, ${digits(amount)}, ${ownRef},
      ${payment.nonce}, ${digits(payment.validAfter)}, ${digits(payment.validBefore)},
      ${payment.authSignature}, ${one ? null : payment.intentSignature}, ${one ? digits(payment.salt) : null},
      ${paymentIdOf(deployment, payment)}, ${one ? intentIdOf(deployment, payment) : null},
      case when ${clear} then null else clock_now() + ${HELD_SECONDS} * interval '1 second' end
    where (${balance}::numeric is null or ${balance}::numeric >= ${digits(amount)}::numeric + (
        ${openAmount(tx, { chainId: deployment.chainId, payer, token, debited, counted: "all" })}
      ))
      and not exists (
        select from payment_sessions s where s.id = ${known.session?.id ?? null} and ${isBeingPaid(tx)}
      )
    on conflict do nothing
    returning *`;
  return row;
}

/** What keeps a submission from being inserted: the rows that it collides with. */
export interface Conflict {
  /** The submission that came first under the same key. */
  readonly same: SubmissionRow | null;
  readonly taken: TakenAuthorization | null;
  readonly sessionBeingPaid: boolean;
}

/** The submission that is stored under a request's key. */
export async function findSame(
  db: Db,
  { owner, idempotencyKey }: PaymentRequest,
  merchantId: string,
): Promise<SubmissionRow | null> {
  const [same] = await db<SubmissionRow[]>`
    select * from relay_submissions where merchant_id = ${merchantId} and mode = ${owner.mode}
      and submission_key(merchant_id, mode, origin, idempotency_key)
        = submission_key(${merchantId}, ${owner.mode}, ${owner.origin}, ${idempotencyKey})`;
  return same ?? null;
}

/** Looks for the rows that a submission collided with. */
export async function findConflict(
  db: Db,
  { request, known, deployment }: CheckedRequest,
): Promise<Conflict> {
  const { payment } = request;
  const [same, [taken], sessionBeingPaid] = await Promise.all([
    findSame(db, request, known.merchantId),
    db<TakenAuthorization[]>`
      select merchant_id, mode, idempotency_key as key from relay_submissions
      where not authorization_released
        and authorization_key(chain_id, token_address, payer, auth_nonce) = authorization_key(
          ${deployment.chainId}, ${payment.token}, ${payment.payer}, ${payment.nonce})`,
    isSessionBeingPaid(db, known.session?.id ?? null),
  ]);
  return { same, taken: taken ?? null, sessionBeingPaid };
}
