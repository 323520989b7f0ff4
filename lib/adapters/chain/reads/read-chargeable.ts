import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { BlockName } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

/** A subscription as the contract has it. Times are unix seconds. */
export interface ChainSubscription {
  /** Zero where there is no subscription. */
  readonly payer: Address;
  readonly amount: bigint;
  readonly interval: bigint;
  readonly startAt: bigint;
  /** 0 is without end. */
  readonly endAt: bigint;
  /** What is left of the cap. */
  readonly remaining: bigint;
  /** Of the last charge. */
  readonly period: bigint;
  /** How often that period was charged. */
  readonly number: bigint;
  readonly periodCharged: bigint;
  readonly cancelled: boolean;
}

/** What a payer can be charged in a token, by the token. */
export interface PayerFunds {
  readonly balance: bigint;
  /** Of the contract for subscriptions. */
  readonly allowance: bigint;
  /** The token's issuer has blocked the account. */
  readonly blocked: boolean;
}

type At = Extract<BlockName, object | "latest">;

/**
 * Reads a subscription.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readChainSubscription(
  deployment: Deployment,
  onchainId: Bytes32,
  block: At,
): Promise<ChainSubscription> {
  const found = await readValue(
    readContract(deployment.chain.rpc, {
      address: addressOf(deployment, "subscriptions"),
      abi: subscriptionManagerAbi,
      functionName: "get",
      args: [onchainId],
      block,
    }),
  );
  return { ...found, payer: lowerHex(found.payer) };
}

/**
 * Reads what a payer holds and allows, and whether its account is blocked.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readPayerFunds(
  deployment: Deployment,
  { payer, token }: { readonly payer: Address; readonly token: Address },
  block: At,
): Promise<PayerFunds> {
  const { rpc } = deployment.chain;
  const call = { address: token, abi: fiatTokenAbi, block } as const;
  const spender = addressOf(deployment, "subscriptions");
  const [balance, allowance, blocked] = await Promise.all([
    readValue(readContract(rpc, { ...call, functionName: "balanceOf", args: [payer] })),
    readValue(readContract(rpc, { ...call, functionName: "allowance", args: [payer, spender] })),
    readValue(readContract(rpc, { ...call, functionName: "isBlacklisted", args: [payer] })),
  ]);
  return { balance, allowance, blocked };
}

/**
 * Whether a token's issuer has stopped all of its transfers.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function isTokenPaused({ chain }: Deployment, token: Address, block: At): Promise<boolean> {
  const call = { address: token, abi: fiatTokenAbi, block, args: [] } as const;
  return readValue(readContract(chain.rpc, { ...call, functionName: "paused" }));
}

/**
 * Whether a merchant can be paid in a token: accepted by the registry, and the merchant admitted, not closed, and not suspended past its time.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function isPayable(
  deployment: Deployment,
  { chainMerchantId, token }: { readonly chainMerchantId: bigint; readonly token: Address },
  block: At,
): Promise<boolean> {
  const [payout, , isAccepted] = await readValue(
    readContract(deployment.chain.rpc, {
      address: addressOf(deployment, "registry"),
      abi: merchantRegistryAbi,
      functionName: "route",
      args: [chainMerchantId, token],
      block,
    }),
  );
  return isAccepted && lowerHex(payout) !== zeroAddress;
}
