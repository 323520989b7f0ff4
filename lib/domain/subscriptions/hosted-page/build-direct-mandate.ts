import {
  type SubscriptionTerms,
  subscriptionIdOf,
} from "@/lib/adapters/chain/calls/subscription-terms";
import { balanceOf, isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type { DirectInput, DirectRequest } from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import { invalidRequest, unavailable } from "@/lib/core/errors";
import { passingResults } from "@/lib/core/kinds";
import { startLeewaySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import { countSigning } from "@/lib/domain/payments/hosted-page/count-signing";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { directTag } from "@/lib/domain/subscriptions/enrolments/direct-source";
import { findPublicPlan } from "@/lib/domain/subscriptions/plans/plan-rows";
import { type AgreedMandate, agreeMandate, checkAgreed } from "./agree-mandate";
import { findLinkId } from "./find-link-id";
import { shownTerms } from "./shown-terms";

/**
 * Says what a payer's own wallet sends to subscribe: an allowance of all that may be charged, on top of what the payer's
 * other subscriptions may, and `subscribeDirect` of the terms, which are those that the payer would sign. Nothing passes
 * through the relay, so all that the relay would refuse is refused here. The contract keeps a payer from subscribing
 * twice, also where signatures for the same plan are still valid: both name the plan's reference.
 * @param input.email where the payer wants mails, which the terms then name; it is recorded beforehand
 * @param input.start the page's; the terms name the payment link that it has
 * @throws Refusal `not_found`; `rate_limited` with `payer_limit`
 * @throws Refusal `permission_denied` with `merchant_suspended` or `merchant_closed`
 * @throws Refusal `session_invalid_state` with `plan_archived`, `already_subscribed` or `cancel_pending`
 * @throws Refusal `invalid_request` with `payer_blocked`, `insufficient_balance`, `below_relay_minimum`
 * @throws Refusal `api_error` with `screening_unavailable`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function buildDirectMandate(
  ctx: Context<PublicActor>,
  { planId, payer, email, start }: DirectInput,
): Promise<DirectRequest> {
  const plan = await findPublicPlan(ctx.db, planId);
  await countSigning(ctx, plan.id, payer);
  const found = await agreeMandate(ctx, plan, { payer });
  const { deployment, committed } = found;
  const asOf = await checkAgreed(ctx, plan, found);
  await checkPayer(ctx, found);
  const linkId = await findLinkId(ctx, { planId, start });
  const tag = email || linkId ? directTag(ctx.config, { planId, payer, email, linkId }) : null;
  const permitNonce = tag ?? found.terms.permitNonce;
  const terms: SubscriptionTerms = { ...found.terms, permitNonce, permitDeadline: 0n };
  return {
    terms: shownTerms(terms),
    onchainId: subscriptionIdOf(deployment, terms),
    committed: digits(committed),
    asOf: asOf.toISOString(),
  };
}

/** The lists, the token's issuer and the balance; what no list could be asked about is not offered. */
async function checkPayer(
  { config }: Pick<Context, "config">,
  { deployment, terms, now }: AgreedMandate,
): Promise<void> {
  const { payer, token } = terms;
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  const [balance, refused, { result }] = await Promise.all([
    balanceOf(rpc, token, payer),
    isBlacklisted(rpc, token, payer),
    screenAddress({ config, chain: { ...deployment.chain, rpc }, address: payer }),
  ]);
  if (refused || result === "blocked") {
    throw invalidRequest("payer", "This payer cannot be served.", { reason: "payer_blocked" });
  }
  if (!passingResults.includes(result)) {
    throw unavailable("screening_unavailable", "The payer cannot be screened now: try again.");
  }
  const firstCharge = terms.startAt <= now + startLeewaySeconds ? terms.amount : 0n;
  if (balance >= firstCharge) return;
  throw invalidRequest("payer", "The payer does not hold the first charge.", {
    reason: "insufficient_balance",
  });
}
