import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { accountCode, balanceOf, isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type {
  SubscriberCheck,
  SubscriberInput,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import { startLeewaySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findPublicPlan } from "@/lib/domain/subscriptions/plans/plan-rows";
import { nextStart } from "./next-start";
import { standingAt } from "./read-standing";

/**
 * What a wallet brings before it is asked to sign: whether it subscribes already, its balance, what is due now, what
 * code verifies its signatures, and whether it may be used here at all. The relay judges all of it again.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function checkSubscriber(
  ctx: Context<PublicActor>,
  { planId, payer }: SubscriberInput,
): Promise<SubscriberCheck> {
  const plan = await findPublicPlan(ctx.db, planId);
  const deployment = deploymentById(ctx.chains, plan.deploymentId);
  const { chain } = deployment;
  const token = plan.tokenAddress;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const [standing, block, balance, committed, code, refused, screening] = await Promise.all([
    standingAt(ctx.db, plan, payer),
    latestBlock(chain, rpc),
    balanceOf(rpc, token, payer),
    committedOf(rpc, deployment, { payer, token }),
    accountCode(rpc, payer),
    isBlacklisted(rpc, token, payer),
    screenAddress({ config: ctx.config, chain: { ...chain, rpc }, address: payer }),
  ]);
  const { startAt, follows } = await nextStart(ctx, { deployment, plan, payer }, block.timestamp);
  return {
    balance: digits(balance),
    code,
    blocked: refused || screening.result === "blocked",
    standing,
    dueNow: digits(startAt <= block.timestamp + startLeewaySeconds ? plan.amount : 0n),
    startAt: new Date(Number(startAt) * 1_000).toISOString(),
    committed: digits(committed),
    follows,
  };
}
