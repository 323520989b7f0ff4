import { encodeFunctionData } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import type { Currency } from "@/lib/core/amounts/money";
import { type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import type { ChainAccount } from "./chain";
import type { TestMerchant } from "./register-merchant";
import type { DirectTerms } from "./subscription-rows";
import { type PlanRow, tokenOf } from "./subscription-rows";
import type { World } from "./world";

/** Lets the relayer's wallets charge subscriptions of a mode. */
export async function allowKeepers(world: World, mode: Mode = "test"): Promise<void> {
  const to = addressOf(world.deployment(mode), "registry");
  for (const { address } of world.chain.relayers) {
    const args = [address, true] as const;
    const data = encodeFunctionData({
      abi: merchantRegistryAbi,
      functionName: "setKeeper",
      args,
    });
    await world.send(world.chain.operator, { to, data });
  }
}

/** Unix seconds of the chain's latest block. */
export async function chainTime(world: World): Promise<bigint> {
  const block = (await world.chain.request("eth_getBlockByNumber", ["latest", false])) as {
    timestamp: `0x${string}`;
  };
  return BigInt(block.timestamp);
}

let salt = 0n;

/**
 * Enrols a payer who has tokens and ether by `subscribeDirect`, and mines it: period 0 is charged with it when `startIn`
 * is 0. The allowance is raised by the cap, so that earlier ones stay covered.
 * @param given.startIn seconds from now
 */
export async function enrolDirectly(
  world: World,
  payer: ChainAccount,
  given: {
    mode?: Mode;
    merchant?: TestMerchant;
    plan?: Pick<PlanRow, "amount" | "intervalSeconds" | "ref" | "currency">;
    amount?: bigint;
    interval?: bigint;
    currency?: Currency;
    ref?: Bytes32;
    startIn?: number;
    periods?: number;
    /** One of its own unless told: the contract takes any. */
    permitNonce?: bigint;
  } = {},
): Promise<{ id: Bytes32; terms: DirectTerms; txHash: Bytes32 }> {
  const { mode = "test", merchant = world.merchant, plan, periods = 12 } = given;
  const deployment = world.deployment(mode);
  const manager = addressOf(deployment, "subscriptions");
  const token = tokenOf(deployment, given.currency ?? plan?.currency ?? "USDC");
  const amount = given.amount ?? plan?.amount ?? 10_000_000n;
  const interval = given.interval ?? plan?.intervalSeconds ?? 2_592_000n;
  const startAt = (await chainTime(world)) + BigInt(given.startIn ?? 0);
  salt += 1n;
  const terms: DirectTerms = {
    payer: lowerHex(payer.address),
    registry: addressOf(deployment, "registry"),
    merchantId: merchant.chainMerchantId[mode],
    token,
    amount,
    interval,
    startAt,
    endAt: startAt + interval * BigInt(periods),
    permitValue: amount * BigInt(periods),
    permitDeadline: 0n,
    permitNonce: given.permitNonce ?? salt,
    ref: given.ref ?? plan?.ref ?? zeroBytes32,
  };
  const rpc = deployment.chain.rpc;
  const allowance = await readContract(rpc, {
    abi: fiatTokenAbi,
    address: token,
    functionName: "allowance",
    args: [terms.payer, manager],
  });
  const approve = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "approve",
    args: [manager, allowance + terms.permitValue],
  });
  await world.send(payer, { to: token, data: approve });
  const subscribe = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "subscribeDirect",
    args: [terms],
  });
  const id = await readContract(rpc, {
    abi: subscriptionManagerAbi,
    address: manager,
    functionName: "subscriptionId",
    args: [terms],
  });
  const txHash = await world.send(payer, { to: manager, data: subscribe });
  return { id: lowerHex(id), terms, txHash: lowerHex(txHash) };
}
