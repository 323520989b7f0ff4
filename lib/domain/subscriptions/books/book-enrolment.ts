import type { TransactionSql } from "@/db/client";
import { termsWords } from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import { signedTermsOf } from "@/lib/adapters/chain/events/subscription-events";
import { digits } from "@/lib/core/amounts/money";
import { type Address, zeroBytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { proveEnrolledEmail } from "@/lib/domain/payments/customers/prove-enrolled-email";
import { addCustomers } from "@/lib/domain/payments/settlements/add-customers";
import type { Context } from "@/lib/domain/platform/context";
import {
  type DirectSource,
  findDirectSource,
} from "@/lib/domain/subscriptions/enrolments/direct-source";
import { queueOnchainCancel } from "@/lib/domain/subscriptions/queue-onchain-cancel";
import { hasPredecessor } from "@/lib/domain/subscriptions/reminders/has-successor";
import {
  isTold,
  readSubscription,
  type SubscriptionRow,
} from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import { closeSubmission } from "./close-submission";
import { lockByOnchainId } from "./find-booked";
import { findLinkedPlan, type RegisteredMerchant } from "./find-linked-plan";
import { instantOf, scheduleOf, unlinkedScheduleOf } from "./schedule";
import type { EnrolmentEvent } from "./subscription-event";

type Viewer = Pick<Context, "chains" | "config" | "log">;

/**
 * Books an enrolment of a final block: the subscription that the relay was given becomes what the chain has, and one
 * that it was not given is kept, linked to the plan whose terms it has. It says so with `subscription.created`, once.
 * One that was cancelled before stays so, and the chain is asked to end it.
 */
export async function bookEnrolment(
  ctx: Viewer,
  tx: TransactionSql,
  event: EnrolmentEvent,
): Promise<void> {
  const known = await lockByOnchainId(tx, event);
  const id = known?.id ?? (await insertSeen(ctx, tx, event));
  if (id === null) return;
  const row = known ?? (await readSubscription(tx, id));
  await closeSubmission(tx, event);
  if (row.enrolledAt !== null) return;
  const startAt = instantOf(event.startAt);
  const endAt = event.endAt === 0n ? null : instantOf(event.endAt);
  const schedule = isTold(row) ? scheduleOf : unlinkedScheduleOf;
  const terms = { ...row, startAt, endAt, cap: event.cap };
  const { nextChargeAt, attemptAt } = schedule(terms, event.blockTimestamp);
  const customerId = await findCustomer(tx, row);
  const { email, linkId } = await findSource(ctx, tx, event, { ...row, customerId });
  if (customerId !== null && email !== null) await proveEnrolledEmail(tx, customerId, email);
  const isTrial = startAt > event.blockTimestamp;
  await tx`
    update subscriptions set cap = ${digits(event.cap)}::numeric, start_at = ${startAt},
      end_at = ${endAt}, enrolled_at = clock_now(), customer_id = ${customerId},
      payer_email = ${email}, payment_link_id = ${linkId}
    where id = ${id}`;
  const { count } = await tx`
    update subscriptions s set status = ${isTrial ? "trialing" : "active"},
      next_charge_at = ${nextChargeAt}, attempt_at = ${attemptAt}, next_term = ${hasPredecessor(tx)}
    where id = ${id} and status = 'pending'`;
  const booked = await readSubscription(tx, id);
  if (count === 0) await queueOnchainCancel(ctx, tx, booked);
  if (isTold(booked) && !(await wasTold(tx, id))) {
    await tellSubscription(tx, "subscription.created", booked);
  }
}

/** A chain that is read again from below its final block meets enrolments that were told of. */
async function wasTold(tx: TransactionSql, id: string): Promise<boolean> {
  const told = await tx`
    select from events
    where event_resource(resource_id) = event_resource(${id}) and resource_id = ${id}
      and type = 'subscription.created' limit 1`;
  return told.length > 0;
}

/** The customer of a subscription that its merchant is told of is its payer. */
async function findCustomer(tx: TransactionSql, row: SubscriptionRow): Promise<string | null> {
  const customers = await addCustomers(tx, [row], isTold);
  return customers.get(row) ?? null;
}

/** The e-mail and the payment link that came with the signatures, or that the payer's own transaction names. */
async function findSource(
  { config }: Viewer,
  tx: TransactionSql,
  { permitDeadline, permitNonce }: EnrolmentEvent,
  row: Enrolled,
): Promise<DirectSource> {
  const { payerEmail: email, paymentLinkId: linkId, planId, customerId } = row;
  const isDirect = permitDeadline === 0n && planId !== null && customerId !== null;
  if (email !== null || linkId !== null || !isDirect) return { email, linkId };
  return findDirectSource(tx, config, { ...row, customerId, planId, permitNonce });
}

interface Enrolled {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly payerEmail: string | null;
  readonly paymentLinkId: string | null;
  readonly payer: Address;
  readonly planId: string | null;
  readonly customerId: string | null;
}

/** @returns null where no merchant of ours has that id */
async function insertSeen(
  ctx: Viewer,
  tx: TransactionSql,
  event: EnrolmentEvent,
): Promise<string | null> {
  const { deploymentId, chainMerchantId, txHash, onchainId } = event;
  const [merchant] = await tx<RegisteredMerchant[]>`
    select merchant_id, mode from merchant_registrations
    where deployment_id = ${deploymentId} and chain_merchant_id = ${digits(chainMerchantId)}::numeric`;
  const deployment = deploymentById(ctx.chains, deploymentId);
  const token = tokenAt(deployment, event.token);
  if (!merchant || !token) {
    const fields = { deploymentId, chainMerchantId: String(chainMerchantId), txHash };
    ctx.log.info(fields, "a subscription of a merchant that is not registered here");
    return null;
  }
  const planId = await findLinkedPlan(tx, merchant, event);
  const id = newId("subscription");
  await tx`insert into subscriptions ${tx({
    id,
    merchantId: merchant.merchantId,
    mode: merchant.mode,
    deploymentId,
    chainId: event.chainId,
    chainMerchantId: digits(chainMerchantId),
    origin: "chain",
    planId,
    onchainId,
    payer: event.payer,
    tokenAddress: event.token,
    currency: token.currency,
    amount: digits(event.amount),
    intervalSeconds: event.interval,
    startAt: instantOf(event.startAt),
    endAt: event.endAt === 0n ? null : instantOf(event.endAt),
    permitValue: digits(event.permitValue),
    permitDeadline: digits(event.permitDeadline),
    permitNonce: digits(event.permitNonce),
    signedTerms: termsWords(
      signedTermsOf({ ...event, registry: addressOf(deployment, "registry") }),
    ),
    ref: event.ref === zeroBytes32 ? null : event.ref,
  })}`;
  return id;
}
