import { encodeFunctionResult } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address } from "@/lib/core/chain/hex";
import { runtime } from "@/lib/server/runtime";

/** A node that never says anything. */
export const silentNode: Rpc = { request: () => new Promise<never>(() => {}) };

/** A node that says at once that it cannot. */
export const deadNode: Rpc = {
  request: ({ method }) => Promise.reject(new RpcUnavailable(`${method}: no node`)),
};

/** What is answered while every chain has this node alone. */
export async function withNode<Answer>(node: Rpc, asking: () => Promise<Answer>): Promise<Answer> {
  const current = runtime();
  const chains = await current.chains();
  const changed = {
    all: chains.all.map((chain) => ({ ...chain, rpc: node })),
    deployments: chains.deployments.map((one) => ({ ...one, chain: { ...one.chain, rpc: node } })),
  };
  globalThis.stipendRuntime = { ...current, chains: async () => changed as typeof chains };
  try {
    return await asking();
  } finally {
    globalThis.stipendRuntime = current;
  }
}

const repeated = (digit: string): Address => `0x${digit.repeat(40)}`;

/** A node whose test registry has suspended whoever is asked for: 0.9 %, wallets of ones and fives. */
export async function registryNode(): Promise<Rpc> {
  const { deployments } = await runtime().chains();
  const deployment = deployments.find(({ mode }) => mode === "test");
  if (!deployment) throw new Error("there is a deployment of test mode");
  const record = {
    owner: repeated("1"),
    pendingOwner: repeated("7"),
    payout: repeated("5"),
    feeBps: 90,
    status: 2,
    settleUntil: Date.UTC(2027, 0, 15, 8) / 1_000,
    nextFeeBps: 120,
    nextFeeAt: Date.UTC(2027, 0, 16, 8) / 1_000,
  };
  const functionName = "get";
  const data = encodeFunctionResult({ abi: merchantRegistryAbi, functionName, result: record });
  return { request: async () => data };
}
