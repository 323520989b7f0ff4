import type { TransactionSql } from "@/db/client";
import { subscriptionIdOf, termsWords } from "@/lib/adapters/chain/calls/subscription-terms";
import { digits } from "@/lib/core/amounts/money";
import { type Address, zeroBytes32 } from "@/lib/core/chain/hex";
import { lockPayer } from "@/lib/domain/payments/intake/lock-payer";
import { openAmount } from "@/lib/domain/payments/intake/open-amount";
import { instantOf } from "@/lib/domain/subscriptions/books/schedule";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { checkEarlier, checkRetried } from "./check-enrolment";
import type { EnrolmentRequest } from "./enrolment-request";
import type { ExaminedEnrolment } from "./examine-enrolment";
import { findEarlier, type KnownEnrolment } from "./find-enrolment";

/** A request that was found in order, with what is known of it. */
export interface CheckedEnrolment {
  /** The ids that the submission and its subscription will have. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly request: EnrolmentRequest;
  readonly known: KnownEnrolment;
  readonly examined: ExaminedEnrolment;
  readonly currency: string;
  readonly payerEmail: string | null;
  readonly paymentLinkId: string | null;
}

/** Examined again after this. */
const HELD_SECONDS = 3;

/**
 * Inserts the subscription and its submission unless the key or the intent is taken, or the payer's open submissions
 * together exceed its balance. Under the payer's lock it is asked once more whether the payer subscribes already. The
 * same signatures again are for the pending subscription that they were for.
 * @returns undefined when nothing was inserted; the caller takes all of it back and finds out why
 * @throws Refusal as `checkEarlier` and `checkRetried`
 */
export async function insertEnrolment(
  tx: TransactionSql,
  checked: CheckedEnrolment,
): Promise<SubmissionRow | undefined> {
  const { request, known } = checked;
  const { deployment, merchantId, plan } = known;
  const { payer } = request.terms;
  const { mode } = request.owner;
  await lockPayer(tx, deployment.chainId, payer);
  const earlier = await findEarlier(tx, { merchantId, mode, deployment, payer, plan });
  checkRetried(request, { ...known, earlier });
  checkEarlier(request.terms, { plan, earlier });
  const same = await findSame(tx, checked);
  if (same) checkRetried(request, { retried: same, earlier });
  const placed = same
    ? { ...checked, subscriptionId: same.id, known: { ...known, retried: same } }
    : checked;
  const submission = await insertSubmission(tx, placed);
  if (submission) await writeSubscription(tx, placed);
  return submission;
}

/** The subscription that the same signatures were for; null where they come for the first time. */
async function findSame(
  tx: TransactionSql,
  { known: { deployment }, examined }: CheckedEnrolment,
): Promise<KnownEnrolment["retried"]> {
  const onchainId = subscriptionIdOf(deployment, examined.enrolment.terms);
  const [same] = await tx<{ id: string; payer: Address }[]>`
    select id, payer from subscriptions
    where deployment_id = ${deployment.id} and onchain_id = ${onchainId}`;
  return same ?? null;
}

async function insertSubmission(
  tx: TransactionSql,
  { id, subscriptionId, request, known, examined }: CheckedEnrolment,
): Promise<SubmissionRow | undefined> {
  const { owner, terms } = request;
  const { deployment } = known;
  const { enrolment, clear } = examined;
  const onchainId = subscriptionIdOf(deployment, enrolment.terms);
  const { chainId } = deployment;
  // Nothing is due yet: the row must have an amount, and the least counts for nothing.
  const amount = clear && clear.firstCharge === 0n ? 1n : terms.amount;
  const balance = clear ? digits(clear.firstCharge === 0n ? amount : clear.balance) : null;
  const counted = clear?.firstCharge === 0n ? "none" : "all";
  const others =
    counted === "none"
      ? tx`select 0`
      : openAmount(tx, { chainId, payer: terms.payer, token: terms.token, debited: [], counted });
  const [row] = await tx<SubmissionRow[]>`
    insert into relay_submissions (id, merchant_id, mode, origin, idempotency_key, request_hash, kind,
      deployment_id, chain_id, subscription_id, state, chain_merchant_id, payer, payer_has_code,
      token_address, amount, ref, auth_nonce, valid_after, valid_before, auth_signature,
      intent_signature, payment_id, next_check_at)
    select ${id}, ${known.merchantId}, ${owner.mode}, ${owner.origin}, ${request.idempotencyKey},
      ${request.hash}, 'subscription', ${deployment.id}, ${chainId}, ${subscriptionId},
      ${clear ? "queued" : "held"}, ${digits(terms.merchantId)}, ${terms.payer},
      ${clear?.payerHasCode ?? false}, ${terms.token}, ${digits(amount)}, ${enrolment.terms.ref},
      ${onchainId}, 0, ${digits(terms.permitDeadline + 1n)}, ${request.permitSignature},
      ${request.intentSignature}, ${onchainId},
      case when ${clear !== null} then null else clock_now() + ${HELD_SECONDS} * interval '1 second' end
    where ${balance}::numeric is null or ${balance}::numeric >= ${digits(amount)}::numeric + (${others})
    on conflict do nothing
    returning *`;
  return row;
}

/** A pending one that is tried again takes the new terms. */
async function writeSubscription(tx: TransactionSql, checked: CheckedEnrolment): Promise<void> {
  const { subscriptionId: id, request, known, examined } = checked;
  const { deployment, plan, retried } = known;
  const { terms } = examined.enrolment;
  const row = {
    onchainId: subscriptionIdOf(deployment, terms),
    intervalSeconds: terms.interval.toString(),
    amount: digits(terms.amount),
    startAt: instantOf(terms.startAt),
    endAt: terms.endAt === 0n ? null : instantOf(terms.endAt),
    permitValue: digits(terms.permitValue),
    permitDeadline: digits(terms.permitDeadline),
    permitNonce: digits(terms.permitNonce),
    signedTerms: termsWords(terms),
    payerEmail: checked.payerEmail,
    paymentLinkId: checked.paymentLinkId,
  };
  if (retried) {
    const { count } = await tx`
      update subscriptions set ${tx(row)} where id = ${id} and status = 'pending'`;
    if (count !== 1) throw new Error("a pending subscription changed while its payer was locked");
    return;
  }
  await tx`insert into subscriptions ${tx({
    ...row,
    id,
    merchantId: known.merchantId,
    mode: request.owner.mode,
    deploymentId: deployment.id,
    chainId: deployment.chainId,
    chainMerchantId: digits(terms.merchantId),
    origin: "relay",
    planId: plan?.id ?? null,
    payer: terms.payer,
    tokenAddress: terms.token,
    currency: checked.currency,
    ref: terms.ref === zeroBytes32 ? null : terms.ref,
  })}`;
}
