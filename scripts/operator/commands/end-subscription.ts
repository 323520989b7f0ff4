import { z } from "zod";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { callCommand } from "@/scripts/operator/call-command";

export const endSubscriptionCommand = callCommand({
  name: "end-subscription",
  summary: "end a subscription on the chain that has ended here",
  help: `Queues the call that ends a subscription on its chain once more. It is queued by itself when a subscription
is cancelled or lapses; use this when /ready says that no call ends one, because its call has failed or
was withdrawn. One that is live is refused: its merchant or payer cancels it. Dry, it prints how the
subscription stands on the chain, the call, and what it costs.`,
  words: ["SUBSCRIPTION"],
  options: {},
  input: z.object({ subscription: z.string().startsWith("sub_") }),
  async want(ctx, { subscription: subscriptionId }) {
    const { merchantId, deploymentId } = await readSubscription(ctx.db, subscriptionId);
    const deployment = deploymentById(ctx.chains, deploymentId);
    return {
      wanted: { kind: "cancel_subscription", deployment, merchantId, subscriptionId } as const,
      line: `Wanted: ${subscriptionId} cannot be charged on chain ${deployment.chainId} any more.`,
    };
  },
});
