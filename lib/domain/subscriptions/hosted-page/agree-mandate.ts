import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import type { SubscriptionTerms } from "@/lib/adapters/chain/calls/subscription-terms";
import {
  addressOf,
  type Deployment,
  deploymentById,
  type Token,
  tokenAt,
} from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { agreedCycles } from "@/lib/core/subscriptions/subscription-horizon";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import type { Context } from "@/lib/domain/platform/context";
import {
  checkAgreement,
  checkEarlier,
} from "@/lib/domain/subscriptions/enrolments/check-enrolment";
import { findEarlier } from "@/lib/domain/subscriptions/enrolments/find-enrolment";
import type { PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";
import { nextStart } from "./next-start";

/** How long the payer has to sign, and the network to take what was signed. */
export const signingSeconds = 15n * 60n;

/** Who subscribes, and where another time than the next one is meant, from when and until when, in Unix seconds. */
export interface AskedMandate {
  readonly payer: Address;
  readonly startAt?: bigint | undefined;
  readonly endAt?: bigint | undefined;
}

/** What a payer is asked to sign for a plan. */
export interface AgreedMandate {
  readonly deployment: Deployment;
  readonly token: Token;
  readonly terms: SubscriptionTerms;
  /** What the payer's other subscriptions in the token may still charge, in its smallest unit. */
  readonly committed: bigint;
  /** The newest block's time in Unix seconds. */
  readonly now: bigint;
}

/**
 * Decides what a payer signs to subscribe to a plan. The permit is of all that may be charged, on top of what the
 * payer's other subscriptions may. Its nonce is read here and now: one that was read earlier may be used since.
 * @throws Refusal `session_invalid_state` with `plan_archived`; `invalid_request` with `token_unsupported`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function agreeMandate(
  ctx: Pick<Context, "db" | "chains">,
  plan: PlanRow,
  asked: AskedMandate,
): Promise<AgreedMandate> {
  if (!plan.active) {
    throw invalidState("The plan is closed to new subscribers.", {
      currentStatus: "archived",
      reason: "plan_archived",
    });
  }
  const deployment = deploymentById(ctx.chains, plan.deploymentId);
  const { chain } = deployment;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const { payer } = asked;
  const token = tokenOf(deployment, plan);
  const [block, committed, permitNonce] = await Promise.all([
    latestBlock(chain, rpc),
    committedOf(rpc, deployment, { payer, token: token.address }),
    permitNonceOf(rpc, token.address, payer),
  ]);
  const now = block.timestamp;
  const startAt = asked.startAt ?? (await nextStart(ctx, { deployment, plan, payer }, now)).startAt;
  const permitDeadline = now + signingSeconds;
  const given = { ...asked, startAt, committed, permitNonce, permitDeadline };
  return { deployment, token, terms: termsOf(deployment, plan, given), committed, now };
}

/**
 * Checks what was agreed as the relay does, as far as that needs no chain and no signatures, before the payer's wallet is
 * asked for anything.
 * @returns the server's clock
 * @throws Refusal `permission_denied` with `merchant_suspended` or `merchant_closed`
 * @throws Refusal `session_invalid_state` with `already_subscribed` or `cancel_pending`
 * @throws Refusal `invalid_request` with `below_relay_minimum`
 */
export async function checkAgreed(
  ctx: Pick<Context, "db" | "config">,
  plan: PlanRow,
  { deployment, terms }: AgreedMandate,
): Promise<Date> {
  const { merchantId, mode } = plan;
  const { asOf } = await readHostedMerchant(ctx.db, plan);
  checkAgreement(ctx.config, terms, { ...plan, plan, deployment });
  const { payer } = terms;
  const earlier = await findEarlier(ctx.db, { merchantId, mode, deployment, payer, plan });
  checkEarlier(terms, { earlier, plan });
  return asOf;
}

type MandateTerms = Pick<
  SubscriptionTerms,
  "payer" | "startAt" | "permitNonce" | "permitDeadline"
> & { readonly endAt?: bigint | undefined; readonly committed: bigint };

function termsOf(
  deployment: Deployment,
  plan: PlanRow,
  { committed, endAt: askedEnd, ...asked }: MandateTerms,
): SubscriptionTerms {
  const interval = plan.intervalSeconds;
  const endAt = askedEnd ?? asked.startAt + BigInt(agreedCycles(plan)) * interval;
  const cycles = endAt > asked.startAt ? (endAt - asked.startAt + interval - 1n) / interval : 0n;
  return {
    ...asked,
    registry: addressOf(deployment, "registry"),
    merchantId: plan.chainMerchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval,
    endAt,
    permitValue: committed + cycles * plan.amount,
    ref: plan.ref,
  };
}

function tokenOf(deployment: Deployment, plan: PlanRow): Token {
  const token = tokenAt(deployment, plan.tokenAddress);
  if (token) return token;
  throw invalidRequest("token", "Stipend does not charge in this token here.", {
    reason: "token_unsupported",
  });
}
