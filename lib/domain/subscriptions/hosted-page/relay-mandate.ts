import { concat, keccak256 } from "viem/utils";
import { addressOf, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import type { RelayMandateInput, Standing } from "@/lib/contract/subscriptions/hosted-subscribe";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { agreedCycles } from "@/lib/core/subscriptions/subscription-horizon";
import type { Context, PlatformActor, PublicActor } from "@/lib/domain/platform/context";
import { relaySubscription } from "@/lib/domain/subscriptions/enrolments/relay-subscription";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";
import { findLinkId } from "./find-link-id";
import { standingAt } from "./read-standing";

/**
 * Relays what a payer signed on the page of a plan. Every term is compared with the plan; the relay is then asked with
 * the platform key. The same signatures may come again: the key under which they are relayed follows from them.
 * @returns where the payer stands with what was relayed
 * @param asPlatform opens the platform's context for the plan's mode
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request`: a term is not the plan's (`amount_mismatch`, `token_unsupported`,
 * `merchant_mismatch`, `interval_mismatch`, `end_mismatch`, `ref_mismatch`), or as `relaySubscription`
 * @throws Refusal `session_invalid_state`, `permission_denied`, `rate_limited`: as `relaySubscription`
 */
export async function relayMandate(
  ctx: Context<PublicActor>,
  input: RelayMandateInput,
  asPlatform: (mode: Mode) => Promise<Context<PlatformActor>>,
): Promise<Standing> {
  const plan = await findPublicPlan(ctx.db, input.planId);
  checkTerms(deploymentById(ctx.chains, plan.deploymentId), plan, input.signed);
  const request = requestOf(plan, input, await findLinkId(ctx, input));
  const platform = await asPlatform(plan.mode);
  const prepared = await relaySubscription.prepare(platform, request);
  const { subscriptionId } = await relaySubscription.run(platform, request, prepared);
  return standingAt(ctx.db, plan, input.signed.payer, subscriptionId ?? undefined);
}

function refuse(param: string, reason: ApiReason): never {
  throw invalidRequest(param, "The request does not match the plan.", { reason });
}

function checkTerms(
  deployment: Deployment,
  plan: PlanRow,
  signed: RelayMandateInput["signed"],
): void {
  const registry = addressOf(deployment, "registry");
  if (signed.registry !== registry) refuse("signed.registry", "merchant_mismatch");
  if (signed.token !== plan.tokenAddress) refuse("signed.token", "token_unsupported");
  if (signed.amount !== plan.amount) refuse("signed.amount", "amount_mismatch");
  if (signed.merchantId !== plan.chainMerchantId) refuse("signed.merchantId", "merchant_mismatch");
  if (signed.interval !== plan.intervalSeconds) refuse("signed.interval", "interval_mismatch");
  if (signed.ref !== plan.ref) refuse("signed.ref", "ref_mismatch");
  const cycles = BigInt(agreedCycles(plan));
  if (signed.endAt - signed.startAt !== cycles * plan.intervalSeconds) {
    refuse("signed.endAt", "end_mismatch");
  }
}

function requestOf(
  plan: PlanRow,
  { signed, permitSignature, intentSignature, email }: RelayMandateInput,
  paymentLinkId: string | null,
) {
  const { payer, permitValue, permitDeadline, startAt, endAt } = signed;
  const both = keccak256(concat([permitSignature, intentSignature]));
  return {
    idempotencyKey: `h.${plan.id}.${both.slice(2)}`,
    merchantId: plan.chainMerchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: Number(plan.intervalSeconds),
    startAt,
    endAt,
    permitData: { owner: payer, value: permitValue, deadline: permitDeadline },
    permitSignature,
    intentSignature,
    subscriptionInternalId: plan.id,
    ...(email ? { payerEmail: email } : {}),
    ...(paymentLinkId ? { paymentLinkId } : {}),
  };
}
