import { decodeErrorResult, encodeFunctionData, toEventSelector } from "viem";
import { getAbiItem, keccak256, toHex } from "viem/utils";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { readContract, readValue } from "@/lib/adapters/chain/reads/read-contract";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import type { RegistryStatus } from "@/lib/core/kinds";

/** A merchant's record in a registry. */
export interface RegistryRecord {
  readonly owner: Address;
  /** Address that may accept the ownership; null when none is named. */
  readonly pendingOwner: Address | null;
  readonly payout: Address;
  /** The fee at the newest block. */
  readonly feeBps: number;
  /** A raise that is announced and still ahead; null where there is none. */
  readonly nextFee: { readonly feeBps: number /** Seconds. */; readonly at: bigint } | null;
  readonly status: RegistryStatus;
  /** Seconds: until then what is open of a suspended merchant can be paid. */
  readonly settleUntil: bigint;
}

/** In the order of the contract's enum. */
const statuses = ["none", "active", "suspended", "closed"] as const;

const contract = (address: Address) => ({ address, abi: merchantRegistryAbi }) as const;

/**
 * Reads a merchant's record at the newest block.
 * @throws RpcError the registry has no such merchant
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readRecord(
  rpc: Rpc,
  registry: Address,
  chainMerchantId: bigint,
): Promise<RegistryRecord> {
  const call = { ...contract(registry), functionName: "get", args: [chainMerchantId] } as const;
  const record = await readValue(readContract(rpc, call));
  const { pendingOwner, nextFeeBps, nextFeeAt } = record;
  return {
    owner: lowerHex(record.owner),
    pendingOwner: pendingOwner === zeroAddress ? null : lowerHex(pendingOwner),
    payout: lowerHex(record.payout),
    feeBps: record.feeBps,
    nextFee: nextFeeAt === 0 ? null : { feeBps: nextFeeBps, at: BigInt(nextFeeAt) },
    status: statuses[record.status] ?? "none",
    settleUntil: BigInt(record.settleUntil),
  };
}

/** How many merchants a registry has: their ids are 1 up to it. */
export function readMerchantCount(rpc: Rpc, registry: Address): Promise<bigint> {
  const call = { ...contract(registry), functionName: "count", args: [] } as const;
  return readValue(readContract(rpc, call));
}

/** Who may admit, price, suspend and close merchants. */
export async function readOperator(rpc: Rpc, registry: Address): Promise<Address> {
  const call = { ...contract(registry), functionName: "operator", args: [] } as const;
  return lowerHex(await readValue(readContract(rpc, call)));
}

/**
 * Whether a registry refuses an address as a payout, at the newest block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readIsReserved(rpc: Rpc, registry: Address, account: Address): Promise<boolean> {
  const call = { ...contract(registry), functionName: "isReserved", args: [account] } as const;
  return readValue(readContract(rpc, call));
}

/** What a registration's event says of whom it is about: the hash of the merchant's id, as its key too. */
export function metadataHashOf(merchantId: string): Bytes32 {
  return keccak256(toHex(merchantId));
}

/** The call data of the registry's functions that its operator calls. */
export const operatorCallData = {
  register: (merchant: { id: string; owner: Address; payout: Address; feeBps: number }): Hex => {
    const { id, owner, payout, feeBps } = merchant;
    const hash = metadataHashOf(id);
    const args = [hash, owner, payout, feeBps, hash] as const;
    return encodeFunctionData({ abi: merchantRegistryAbi, functionName: "register", args });
  },
  setFee: (id: bigint, feeBps: number): Hex =>
    encodeFunctionData({ abi: merchantRegistryAbi, functionName: "setFee", args: [id, feeBps] }),
  /** @param settleUntil seconds */
  suspend: (id: bigint, settleUntil: number): Hex =>
    encodeFunctionData({
      abi: merchantRegistryAbi,
      functionName: "suspend",
      args: [id, settleUntil],
    }),
  reactivate: (id: bigint): Hex =>
    encodeFunctionData({ abi: merchantRegistryAbi, functionName: "reactivate", args: [id] }),
  close: (id: bigint): Hex =>
    encodeFunctionData({ abi: merchantRegistryAbi, functionName: "close", args: [id] }),
} as const;

type OperatorEvent =
  | "MerchantRegistered"
  | "FeeUpdated"
  | "FeeRaiseAnnounced"
  | "MerchantSuspended"
  | "MerchantReactivated"
  | "MerchantClosed"
  | "KeeperSet";

const registryTopic = (name: OperatorEvent): Bytes32 =>
  toEventSelector(getAbiItem({ abi: merchantRegistryAbi, name }));
const cancelledTopic: Bytes32 = toEventSelector(
  getAbiItem({ abi: subscriptionManagerAbi, name: "SubscriptionCancelled" }),
);

/** The events of which one proves that a call had its effect. */
export const operatorCallTopics = {
  register: [registryTopic("MerchantRegistered")],
  set_fee: [registryTopic("FeeUpdated"), registryTopic("FeeRaiseAnnounced")],
  suspend: [registryTopic("MerchantSuspended")],
  reactivate: [registryTopic("MerchantReactivated")],
  close: [registryTopic("MerchantClosed")],
  sweep_fees: [toEventSelector(getAbiItem({ abi: paymentProcessorAbi, name: "FeesSwept" }))],
  cancel_subscription: [cancelledTopic],
  set_keeper: [registryTopic("KeeperSet")],
} as const satisfies Record<string, readonly Bytes32[]>;

/** The name of the error that one of our contracts refuses a call with, such as `fee_too_high`. */
export function callFailure(data: Hex): string {
  if (data === "0x") return "reverted";
  try {
    const abi = [...merchantRegistryAbi, ...paymentProcessorAbi, ...subscriptionManagerAbi];
    const { errorName }: { errorName: string } = decodeErrorResult({ abi, data });
    if (errorName === "Error") return "reverted";
    if (errorName === "ReservedPayout") return "payout_not_allowed";
    return errorName.replaceAll(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  } catch {
    return "reverted";
  }
}
