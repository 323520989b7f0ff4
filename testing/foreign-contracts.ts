import { encodeFunctionData, type Hex, numberToHex } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { zeroBytes32 } from "@/lib/core/chain/hex";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import type { World } from "./world";

/**
 * A stranger's registry on the world's chain, which gives the id of the world's merchant to another account.
 * @param coreSalt of a core of the stranger's own; the world's core without one
 */
export async function deployForeign(world: World, coreSalt?: Hex): Promise<Deployment> {
  const { chain, merchant } = world;
  const deployed = await deployContracts({
    rpcUrl: chain.rpcUrl,
    deployerKey: chain.deployer.privateKey,
    onPending: () => chain.mine(),
    ...chain.tokens,
    operator: chain.operator.address,
    treasury: chain.treasury.address,
    admin: chain.deployer.address,
    mode: "test",
    ...(coreSalt ? { coreSalt } : {}),
  });
  const { contracts } = deploymentFile.parse(deployed);
  const { address } = chain.deployer;
  for (let id = 1n; id <= merchant.chainMerchantId.test; id += 1n) {
    const key = numberToHex(id, { size: 32 });
    const data = encodeFunctionData({
      abi: merchantRegistryAbi,
      functionName: "register",
      args: [key, address, address, 0, zeroBytes32],
    });
    await world.send(chain.operator, { to: contracts.registry.address, data });
  }
  return { ...world.deployment(), id: "dep_foreign", contracts };
}
