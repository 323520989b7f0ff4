import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import {
  permitMessage,
  type SubscriptionTerms,
  subscriptionIntentMessage,
} from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf, type Deployment, deploymentById, tokenAt } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type {
  MandateRequest,
  SubscriberInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { agreedCycles } from "@/lib/core/subscriptions/subscription-horizon";
import { typedDataOf } from "@/lib/domain/payments/hosted-page/typed-data-of";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";
import { nextStart } from "./next-start";

/** How long the payer has to sign, and the network to take what was signed. */
const signingSeconds = 15n * 60n;

/**
 * Words what a payer signs to subscribe: the token's permit (EIP-2612) of all that may be charged, on top of what the
 * payer's other subscriptions may, and the terms (EIP-712), which name the permit. Its nonce is read here and now: one
 * that was read earlier may be used since.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `plan_archived`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function buildMandate(
  ctx: Context<PublicActor>,
  { planId, payer }: SubscriberInput,
): Promise<MandateRequest> {
  const plan = await findPublicPlan(ctx.db, planId);
  if (!plan.active) {
    throw invalidState("The plan is closed to new subscribers.", {
      currentStatus: "archived",
      reason: "plan_archived",
    });
  }
  const deployment = deploymentById(ctx.chains, plan.deploymentId);
  const { chain } = deployment;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const token = plan.tokenAddress;
  const [block, committed, permitNonce] = await Promise.all([
    latestBlock(chain, rpc),
    committedOf(rpc, deployment, { payer, token }),
    permitNonceOf(rpc, token, payer),
  ]);
  const { startAt } = await nextStart(ctx, { deployment, plan, payer }, block.timestamp);
  const permitDeadline = block.timestamp + signingSeconds;
  const terms = termsOf(deployment, plan, {
    payer,
    startAt,
    committed,
    permitNonce,
    permitDeadline,
  });
  return {
    ...messagesOf(deployment, terms),
    signed: shown(terms),
    committed: digits(committed),
    signBefore: new Date(Number(permitDeadline) * 1_000).toISOString(),
    secondsToSign: Number(signingSeconds),
  };
}

type MandateTerms = Pick<SubscriptionTerms, "payer" | "startAt" | "permitNonce" | "permitDeadline">;

function termsOf(
  deployment: Deployment,
  plan: PlanRow,
  { committed, ...asked }: MandateTerms & { committed: bigint },
): SubscriptionTerms {
  const cycles = BigInt(agreedCycles(plan));
  return {
    ...asked,
    registry: addressOf(deployment, "registry"),
    merchantId: plan.chainMerchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: plan.intervalSeconds,
    endAt: asked.startAt + cycles * plan.intervalSeconds,
    permitValue: committed + cycles * plan.amount,
    ref: plan.ref,
  };
}

function messagesOf(deployment: Deployment, terms: SubscriptionTerms) {
  const token = tokenAt(deployment, terms.token);
  if (!token) {
    throw invalidRequest("token", "Stipend does not charge in this token here.", {
      reason: "token_unsupported",
    });
  }
  return {
    permit: typedDataOf(permitMessage(deployment, token, terms)),
    intent: typedDataOf(subscriptionIntentMessage(deployment, terms)),
  };
}

/** The terms as they cross to the browser and back. */
function shown(terms: SubscriptionTerms): MandateRequest["signed"] {
  const { payer, registry, token, ref, ...numbers } = terms;
  return {
    payer: checksumAddress(payer),
    registry: checksumAddress(registry),
    merchantId: digits(numbers.merchantId),
    token: checksumAddress(token),
    amount: digits(numbers.amount),
    interval: digits(numbers.interval),
    startAt: digits(numbers.startAt),
    endAt: digits(numbers.endAt),
    permitValue: digits(numbers.permitValue),
    permitDeadline: digits(numbers.permitDeadline),
    permitNonce: digits(numbers.permitNonce),
    ref,
  };
}
