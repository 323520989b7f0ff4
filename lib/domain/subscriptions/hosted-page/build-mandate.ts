import {
  permitMessage,
  subscriptionIntentMessage,
} from "@/lib/adapters/chain/calls/subscription-terms";
import type {
  MandateRequest,
  SubscriberInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import { typedDataOf } from "@/lib/domain/payments/hosted-page/typed-data-of";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findPublicPlan } from "@/lib/domain/subscriptions/plans/plan-rows";
import { agreeMandate, checkAgreed, signingSeconds } from "./agree-mandate";
import { shownTerms } from "./shown-terms";

/**
 * Words what a payer signs to subscribe: the token's permit (EIP-2612) of all that may be charged, on top of what the
 * payer's other subscriptions may, and the terms (EIP-712), which name the permit.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `plan_archived`; as `checkAgreed`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function buildMandate(
  ctx: Context<PublicActor>,
  { planId, payer }: SubscriberInput,
): Promise<MandateRequest> {
  const plan = await findPublicPlan(ctx.db, planId);
  const agreed = await agreeMandate(ctx, plan, { payer });
  await checkAgreed(ctx, plan, agreed);
  const { deployment, token, terms, committed } = agreed;
  return {
    permit: typedDataOf(permitMessage(deployment, token, terms)),
    intent: typedDataOf(subscriptionIntentMessage(deployment, terms)),
    signed: shownTerms(terms),
    committed: digits(committed),
    signBefore: new Date(Number(terms.permitDeadline) * 1_000).toISOString(),
    secondsToSign: Number(signingSeconds),
  };
}
