import type { Address } from "viem";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { modes } from "@/lib/core/modes";
import type { Deployer } from "@/scripts/contracts/deployer";
import type { DemoDeployments } from "./open-deployments";

/** Lets accounts charge subscriptions that may not yet, wherever there are any. */
export async function allowKeepers(
  { client, settle }: Deployer,
  deployments: DemoDeployments,
  keepers: readonly Address[],
): Promise<void> {
  for (const mode of modes) {
    const { subscriptions } = deployments[mode].contracts;
    if (!subscriptions) continue;
    const manager = { abi: subscriptionManagerAbi, address: subscriptions.address } as const;
    for (const keeper of keepers) {
      const args = [keeper] as const;
      if (await client.readContract({ ...manager, functionName: "isKeeper", args })) continue;
      const call = { ...manager, functionName: "setKeeper", args: [keeper, true] } as const;
      await settle(await client.writeContract({ ...call, chain: null }));
    }
  }
}
