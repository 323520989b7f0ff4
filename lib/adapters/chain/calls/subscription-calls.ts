import { encodeFunctionData, prepareEncodeFunctionData } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { readContract, readValue } from "@/lib/adapters/chain/reads/read-contract";
import type { BlockName, Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { splitSignature } from "./signatures";
import type { SubscriptionTerms } from "./subscription-terms";

/** The functions with their selectors, which are hashes. */
const subscribe = prepareEncodeFunctionData({ abi, functionName: "subscribe" });
const subscribeSigned = prepareEncodeFunctionData({ abi, functionName: "subscribeSigned" });
const cancel = prepareEncodeFunctionData({ abi, functionName: "cancel" });
const setKeeper = prepareEncodeFunctionData({
  abi: merchantRegistryAbi,
  functionName: "setKeeper",
});

/** Terms with the payer's signatures as bytes: of the token's permit, and of the intent. */
export interface SignedEnrolment {
  readonly terms: SubscriptionTerms;
  readonly permitSignature: Hex;
  readonly intentSignature: Hex;
}

/** A call of `subscribe`; the signatures must be ECDSA ones. */
export function encodeSubscribe(enrolment: SignedEnrolment): Hex {
  const { terms, permitSignature, intentSignature } = enrolment;
  const args = [terms, splitSignature(permitSignature), splitSignature(intentSignature)] as const;
  return encodeFunctionData({ ...subscribe, args });
}

/** A call of `subscribeSigned`, for payers whose own code verifies their signatures (ERC-1271, EIP-7702). */
export function encodeSubscribeSigned(enrolment: SignedEnrolment): Hex {
  const { terms, permitSignature, intentSignature } = enrolment;
  return encodeFunctionData({
    ...subscribeSigned,
    args: [terms, permitSignature, intentSignature],
  });
}

/** A call of `cancel`, for the payer, the merchant's owner or the operator. */
export function encodeCancel(id: Bytes32): Hex {
  return encodeFunctionData({ ...cancel, args: [id] });
}

/** A call of the registry's `setKeeper`, for the operator: whether an account may charge subscriptions. */
export function encodeSetKeeper(keeper: Address, isAllowed: boolean): Hex {
  return encodeFunctionData({ ...setKeeper, args: [keeper, isAllowed] });
}

type At = Extract<BlockName, bigint | "latest" | object>;
type Target = Pick<Deployment, "chainId" | "contracts">;

const contractAt = (deployment: Target, block: At) =>
  ({ abi, address: addressOf(deployment, "subscriptions"), block }) as const;

/**
 * A subscription as it stands; all zero where there is none.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readSubscriptionState(
  rpc: Rpc,
  deployment: Target,
  id: Bytes32,
  block: At = "latest",
) {
  const call = contractAt(deployment, block);
  return readValue(readContract(rpc, { ...call, functionName: "get", args: [id] }));
}

/**
 * What a payer's live subscriptions may still charge in a token, smallest unit.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function committedOf(
  rpc: Rpc,
  deployment: Target,
  { payer, token }: { payer: Address; token: Address },
  block: At = "latest",
): Promise<bigint> {
  const call = contractAt(deployment, block);
  return readValue(readContract(rpc, { ...call, functionName: "committed", args: [payer, token] }));
}

/**
 * Whether a registry lets an account charge its subscriptions.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readIsKeeper(
  rpc: Rpc,
  deployment: Target,
  account: Address,
  block: At = "latest",
): Promise<boolean> {
  const call = {
    abi: merchantRegistryAbi,
    address: addressOf(deployment, "registry"),
    block,
  } as const;
  return readValue(readContract(rpc, { ...call, functionName: "isKeeper", args: [account] }));
}
