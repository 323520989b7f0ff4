import { deploymentById } from "@/lib/adapters/chain/chains";
import { mintLocalTokens } from "@/lib/adapters/chain/local-chain";
import type { SubscriberInput } from "@/lib/contract/subscriptions/hosted-subscribe";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findPublicPlan } from "@/lib/domain/subscriptions/plans/plan-rows";

/** How many charges the test wallet is filled for. */
const FILLED_CHARGES = 12n;

/**
 * Fills the test wallet of a plan's subscriber with tokens of the local chain.
 * @throws Refusal `not_found`: no such plan, or its chain is not the local one
 */
export async function mintPlanTokens(
  ctx: Context<PublicActor>,
  { planId, payer }: SubscriberInput,
): Promise<null> {
  const plan = await findPublicPlan(ctx.db, planId);
  const { chain } = deploymentById(ctx.chains, plan.deploymentId);
  const [key] = ctx.config.FAUCET_PRIVATE_KEY;
  if (!chain.local || !key) throw notFound("faucet");
  const amount = plan.amount * FILLED_CHARGES;
  await mintLocalTokens(chain, key, { token: plan.tokenAddress, to: payer, amount });
  return null;
}
