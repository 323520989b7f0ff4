import {
  permitMessage,
  subscriptionIdOf,
  subscriptionIntentMessage,
} from "@/lib/adapters/chain/calls/subscription-terms";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { requestPlanSigning as declaration } from "@/lib/contract/payments/checkout-signing";
import { invalidRequest } from "@/lib/core/errors";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import { requireActive } from "@/lib/domain/merchants/refuse-inactive";
import { countSigning } from "@/lib/domain/payments/hosted-page/count-signing";
import { walletDataOf } from "@/lib/domain/payments/hosted-page/typed-data-of";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { checkEarlier, checkTimes } from "@/lib/domain/subscriptions/enrolments/check-enrolment";
import { checkStart } from "@/lib/domain/subscriptions/enrolments/check-times";
import { findEarlier } from "@/lib/domain/subscriptions/enrolments/find-enrolment";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";
import { type AgreedMandate, agreeMandate } from "./agree-mandate";
import { mandateMeaning, permitMeaning } from "./mandate-meaning";

type Signing = OutputOf<typeof declaration>;

/**
 * Words what a payer signs to subscribe to a plan, as the page of the plan does, with the body that relays it. What the
 * relay would refuse of its times is refused here.
 * @throws Refusal `not_found`; `rate_limited` with `payer_limit`
 * @throws Refusal `permission_denied` with `merchant_suspended` or `merchant_closed`
 * @throws Refusal `session_invalid_state` with `plan_archived`, `already_subscribed` or `cancel_pending`
 * @throws Refusal `invalid_request` with `start_too_early`, `start_too_late` or `end_mismatch`
 */
export async function requestPlanSigning(
  ctx: Context<PublicActor>,
  { id, ...asked }: InputOf<typeof declaration>,
): Promise<Signing> {
  const plan = await findPublicPlan(ctx.db, id);
  await countSigning(ctx, plan.id, asked.payer);
  requireActive(plan.merchantStatus, plan.accountStatus);
  const { name } = await readHostedMerchant(ctx.db, plan);
  const found = await agreeMandate(ctx, plan, asked);
  await checkTerms(ctx, plan, found);
  const { deployment, token, terms } = found;
  return {
    object: "subscription_signing",
    planId: plan.id,
    payer: asked.payer,
    messages: [
      {
        fills: "permitSignature",
        meaning: permitMeaning(found),
        typedData: walletDataOf(permitMessage(deployment, token, terms)),
      },
      {
        fills: "intentSignature",
        meaning: mandateMeaning(found, name),
        typedData: walletDataOf(subscriptionIntentMessage(deployment, terms)),
      },
    ],
    relay: relayOf(plan, found),
    signBefore: new Date(Number(terms.permitDeadline) * 1_000),
  };
}

/** As the relay checks them; besides, an allowance without an end is not worded. */
async function checkTerms(
  { db }: Pick<Context, "db">,
  plan: PlanRow,
  { deployment, terms, now }: AgreedMandate,
): Promise<void> {
  if (terms.endAt === 0n) {
    throw invalidRequest("endAt", "endAt must be after startAt.", { reason: "end_mismatch" });
  }
  checkTimes(terms, plan);
  const { merchantId, mode } = plan;
  const { payer } = terms;
  const earlier = await findEarlier(db, { merchantId, mode, deployment, payer, plan });
  checkEarlier(terms, { earlier, plan });
  checkStart(terms, { plan, earlier }, now);
}

/** The key follows from what is signed: the same signatures are one request, however often they are sent. */
function relayOf(plan: PlanRow, { deployment, terms }: AgreedMandate): Signing["relay"] {
  const { payer, permitValue, permitDeadline } = terms;
  return {
    method: "POST",
    path: "/v1/relay/subscriptions",
    body: {
      idempotencyKey: `subscribe.${plan.id}.${subscriptionIdOf(deployment, terms).slice(2)}`,
      subscriptionInternalId: plan.id,
      merchantId: terms.merchantId,
      token: terms.token,
      amount: terms.amount,
      interval: Number(terms.interval),
      startAt: terms.startAt,
      endAt: terms.endAt,
      permitData: { owner: payer, value: permitValue, deadline: permitDeadline },
      permitSignature: null,
      intentSignature: null,
    },
    blanks: ["permitSignature", "intentSignature"],
  };
}
