import { size } from "viem/utils";
import { type Token, tokenAt } from "@/lib/adapters/chain/chains";
import type { Env } from "@/lib/adapters/env/env";
import { toDecimal } from "@/lib/core/amounts/money";
import { invalidRequest, invalidState, type Refusal } from "@/lib/core/errors";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import { daySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import { requireActive } from "@/lib/domain/merchants/refuse-inactive";
import type { EnrolmentRequest, GivenTerms } from "./enrolment-request";
import type { EarlierSubscription, KnownEnrolment, RequestedPlan } from "./find-enrolment";

/** The contract's bounds. */
const MAX_AMOUNT = 2n ** 96n - 1n;
const MAX_INTERVAL = 2n ** 40n - 1n;
const MAX_SIGNATURE_BYTES = 2_048;
/** The last second of the year 9999. */
const MAX_TIME = 253_402_300_799n;

/**
 * Checks all of a request that needs no chain: that it is the plan's merchant, token, amount, interval and end, and
 * that the payer may subscribe.
 * @returns the token that is charged in
 * @throws Refusal `invalid_request` with `merchant_mismatch`, `token_unsupported`, `amount_mismatch`,
 * `below_relay_minimum`, `interval_mismatch`, `end_mismatch`, `signature_invalid`
 * @throws Refusal `session_invalid_state` with `plan_archived`, `already_subscribed`, `cancel_pending`,
 * `enrolment_pending`
 * @throws Refusal `permission_denied`: the merchant may open no flow of money
 */
export function checkEnrolment(
  config: Pick<Env, "RELAY_MIN_AMOUNT">,
  request: EnrolmentRequest,
  known: KnownEnrolment,
): Token {
  const token = checkAgreement(config, request.terms, known);
  checkSignatureForm(request);
  checkRetried(request, known);
  checkEarlier(request.terms, known);
  return token;
}

/**
 * Checks that terms are the plan's, and that its merchant may take them.
 * @returns the token that is charged in
 * @throws Refusal as `checkEnrolment`, but for the signatures and the payer's other subscriptions
 */
export function checkAgreement(
  config: Pick<Env, "RELAY_MIN_AMOUNT">,
  terms: GivenTerms,
  known: Pick<
    KnownEnrolment,
    "merchantStatus" | "accountStatus" | "plan" | "deployment" | "chainMerchantId"
  >,
): Token {
  const { merchantStatus, accountStatus, plan, deployment } = known;
  requireActive(merchantStatus, accountStatus);
  if (terms.merchantId !== known.chainMerchantId) {
    throw refused(
      "merchantId",
      "merchant_mismatch",
      "This is not the merchant's id in the registry.",
    );
  }
  const token = tokenAt(deployment, terms.token);
  if (!token || (plan && plan.tokenAddress !== terms.token)) {
    const message = plan
      ? "The plan uses another token."
      : "Stipend does not charge in this token here.";
    throw refused("token", "token_unsupported", message);
  }
  if (plan && !plan.active) {
    throw invalidState("The plan is closed to new subscribers.", {
      currentStatus: "archived",
      reason: "plan_archived",
    });
  }
  checkAmounts(config, terms, plan);
  checkTimes(terms, plan);
  return token;
}

function checkAmounts(
  { RELAY_MIN_AMOUNT }: Pick<Env, "RELAY_MIN_AMOUNT">,
  { amount }: GivenTerms,
  plan: RequestedPlan | null,
): void {
  if (plan && plan.amount !== amount) {
    throw refused("amount", "amount_mismatch", `The plan's amount is ${plan.amount}.`);
  }
  if (amount > MAX_AMOUNT)
    throw refused("amount", "amount_mismatch", "The amount must be at most 2^96 − 1.");
  const least = RELAY_MIN_AMOUNT > 1 ? BigInt(RELAY_MIN_AMOUNT) : 1n;
  if (amount < least) {
    throw refused("amount", "below_relay_minimum", `The relay takes ${toDecimal(least)} or more.`);
  }
}

/**
 * Checks that the times fit each other, and the plan.
 * @throws Refusal `invalid_request` with `interval_mismatch`, `start_too_late` or `end_mismatch`
 */
export function checkTimes(
  { interval, startAt, endAt }: Pick<GivenTerms, "interval" | "startAt" | "endAt">,
  plan: RequestedPlan | null,
): void {
  if (plan && plan.intervalSeconds !== interval) {
    const message = `The plan charges every ${plan.intervalSeconds} seconds.`;
    throw refused("interval", "interval_mismatch", message);
  }
  if (interval < daySeconds || interval > MAX_INTERVAL) {
    throw refused("interval", "interval_mismatch", "The interval must be at least a day.");
  }
  if (startAt > MAX_TIME)
    throw refused("startAt", "start_too_late", "The time is after the year 9999.");
  const isAfter = endAt === 0n || (endAt > startAt && endAt <= MAX_TIME);
  if (!isAfter) throw refused("endAt", "end_mismatch", "endAt must be after startAt.");
  if (plan?.maxCycles == null) return;
  const cycles = endAt === 0n ? 0n : (endAt - startAt + interval - 1n) / interval;
  if (cycles !== BigInt(plan.maxCycles)) {
    throw refused("endAt", "end_mismatch", `The plan has ${plan.maxCycles} cycles.`);
  }
}

function checkSignatureForm({ permitSignature, intentSignature }: EnrolmentRequest): void {
  for (const [param, signature] of Object.entries({ permitSignature, intentSignature })) {
    if (size(signature) > MAX_SIGNATURE_BYTES) {
      const message = `A signature can have at most ${MAX_SIGNATURE_BYTES} bytes.`;
      throw refused(param, "signature_invalid", message);
    }
  }
}

/** Only the payer's own pending one whose submission has failed is tried again. */
export function checkRetried(
  { terms }: Pick<EnrolmentRequest, "terms">,
  { retried, earlier }: Pick<KnownEnrolment, "retried" | "earlier">,
): void {
  if (!retried) return;
  const own = earlier.find(({ id }) => id === retried.id);
  if (retried.payer === terms.payer && own?.status === "pending" && !own.submitted) return;
  throw invalidState("The subscription's enrolment is already on its way, or final.", {
    currentStatus: own?.status,
    reason: "enrolment_pending",
  });
}

const isLive = ({ status }: EarlierSubscription) => liveSubscriptionStatuses.includes(status);

/** Neither a pending subscription whose submission failed blocks another one, nor one whose end has passed. */
export const standsInTheWay = (one: EarlierSubscription): boolean =>
  isLive(one) && !one.over && (one.status !== "pending" || one.submitted);

/**
 * A payer has one live subscription of a plan, and one that follows it. Without a plan there is no reference that
 * would tell two apart.
 * @throws Refusal `session_invalid_state` with `already_subscribed` or `cancel_pending`
 */
export function checkEarlier(
  { startAt }: Pick<GivenTerms, "startAt">,
  { earlier, plan }: Pick<KnownEnrolment, "earlier" | "plan">,
): void {
  const unended = earlier.find(
    (one) => !isLive(one) && one.enrolled && one.onchainCancel === "queued",
  );
  if (unended)
    throw standing(
      unended,
      "cancel_pending",
      "The earlier subscription is not ended on-chain yet.",
    );
  const live = earlier.filter(standsInTheWay);
  const [first, second] = live;
  if (!first) return;
  const follows = plan !== null && second === undefined && startAt >= secondsOf(first.endAt);
  if (!follows)
    throw standing(second ?? first, "already_subscribed", "The payer is already subscribed.");
}

/** The one that another one follows; null where there is none. */
export const liveOne = ({ earlier }: Pick<KnownEnrolment, "earlier">) =>
  earlier.find(standsInTheWay) ?? null;

const FOREVER = 2n ** 256n;
const secondsOf = (at: Date | null) =>
  at === null ? FOREVER : BigInt(Math.floor(at.getTime() / 1_000));

function standing(
  { id, status }: EarlierSubscription,
  reason: "already_subscribed" | "cancel_pending",
  message: string,
): Refusal {
  return invalidState(message, { currentStatus: status, reason, subscriptionId: id });
}

function refused(param: string, reason: ApiReason, message: string): Refusal {
  return invalidRequest(param, message, { reason });
}
