import { encodeFunctionData } from "viem";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf, type Chain, chainFrom } from "@/lib/adapters/chain/chains";
import { type DeploymentFile, deploymentFile } from "@/lib/adapters/chain/deployment";
import { customPreset } from "@/lib/adapters/chain/presets";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { digits } from "@/lib/core/amounts/money";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { deployContracts, extendDeployment } from "@/scripts/build/contracts/deploy";
import type { TestChain } from "./chain";
import { registration } from "./register-merchant";
import { sendTransaction } from "./send-transaction";
import type { World } from "./world";

const deployerOn = (chain: TestChain) => ({
  rpcUrl: chain.rpcUrl,
  deployerKey: chain.deployer.privateKey,
  onPending: () => chain.mine(),
});

/** Deploys a further set of contracts of test mode to one of the world's chains, or to another one. */
export function deployFurther(chain: TestChain, kinds?: readonly ContractKind[]) {
  return deployContracts({
    ...deployerOn(chain),
    ...chain.tokens,
    operator: chain.operator.address,
    treasury: chain.treasury.address,
    admin: chain.deployer.address,
    mode: "test",
    ...(kinds ? { kinds } : {}),
  });
}

/** Adds contracts to a deployment. */
export function extend(chain: TestChain, file: DeploymentFile, kinds: readonly ContractKind[]) {
  return extendDeployment(deployerOn(chain), file, kinds);
}

/**
 * The world as it is once a deployment file is listed, too, or is listed as it is now: `deployment()` is
 * that one in test mode, and `chain` its chain.
 */
export async function withDeployment(
  world: World,
  chain: TestChain,
  file: DeploymentFile,
): Promise<World> {
  const parsed = deploymentFile.parse(file);
  const { address } = parsed.contracts.registry;
  const others = world.chains.deployments.filter(
    ({ contracts }) => contracts.registry.address !== address,
  );
  const known = world.chains.all.find(({ id }) => id === chain.chainId);
  const configured = [...others, { ...parsed, chain: known ?? chainOf(chain) }];
  const chains = await pinDeployments(world.db, configured, world.systemContext().log);
  const added = chains.deployments.at(-1);
  if (!added) throw new Error("the deployment was added");
  return {
    ...world,
    chain,
    chains,
    deployment: (mode = "test") => (mode === "test" ? added : world.deployment(mode)),
    merchantContext: (options) => ({ ...world.merchantContext(options), chains }),
    systemContext: () => ({ ...world.systemContext(), chains }),
    send: (from, call) => sendTransaction(chain, from, call),
    mint: async (to, amount, currency = "USDC") => {
      const token = currency === "USDC" ? chain.tokens.usdc : chain.tokens.eurc;
      const data = encodeFunctionData({
        abi: localFiatTokenAbi,
        functionName: "mint",
        args: [to, amount],
      });
      await sendTransaction(chain, chain.deployer, { to: token, data });
    },
  };
}

/** A chain of another id is one like any other, and final two blocks behind its head. */
function chainOf(chain: TestChain): Chain {
  const preset = { ...customPreset(chain.chainId), blockSeconds: 1 };
  return chainFrom(preset, {
    rpc: httpRpc([chain.rpcUrl]),
    finality: { kind: "depth", depth: 2 },
  });
}

/** Registers the world's merchant in the registry of the world's deployment, and writes it down. */
export async function registerIn(world: World): Promise<World> {
  const { id: merchantId, owner, payout, chainMerchantId } = world.merchant;
  const deployment = world.deployment();
  const registry = {
    address: addressOf(deployment, "registry"),
    abi: merchantRegistryAbi,
  } as const;
  const data = registration({ id: merchantId, owner: owner.address, payout, feeBps: 100 });
  await world.send(world.chain.operator, { to: registry.address, data });
  const count = await readContract(deployment.chain.rpc, {
    ...registry,
    functionName: "count",
    args: [],
  });
  await world.db`insert into merchant_registrations ${world.db({
    merchantId,
    mode: deployment.mode,
    deploymentId: deployment.id,
    chainMerchantId: digits(count),
    owner: owner.address,
    payout,
    feeBps: 100,
  })}`;
  const merchant = { ...world.merchant, chainMerchantId: { ...chainMerchantId, test: count } };
  return { ...world, merchant };
}
