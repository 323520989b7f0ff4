import {
  decodeAbiParameters,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  prepareEncodeFunctionData,
} from "viem";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { subscriptionChargedTopic } from "@/lib/adapters/chain/events/subscription-events";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";

/** One charge as the contract takes it: a compare-and-set on the period and the number within it. */
export interface Charge {
  readonly onchainId: Bytes32;
  readonly period: bigint;
  readonly number: bigint;
  /** Smallest unit of the token. */
  readonly amount: bigint;
}

/** Charges of a batch that share merchant and token, and are paid out in one transfer. */
export interface ChargeGroup<Item extends Charge = Charge> {
  readonly chainMerchantId: bigint;
  readonly token: Address;
  readonly items: readonly Item[];
}

const chargeBatch = prepareEncodeFunctionData({ abi, functionName: "chargeBatch" });

/** A call of `chargeBatch`. */
export function encodeChargeBatch(registry: Address, groups: readonly ChargeGroup[]): Hex {
  const args = groups.map(({ chainMerchantId, token, items }) => ({
    merchantId: chainMerchantId,
    token,
    items: items.map(({ onchainId, period, number, amount }) => ({
      id: onchainId,
      period,
      number,
      amount,
    })),
  }));
  return encodeFunctionData({ ...chargeBatch, args: [registry, args] });
}

/**
 * Which items a simulated batch charged, by group and position.
 * @param result what `eth_call` returned
 */
export function readCharged(result: Hex, groups: readonly ChargeGroup[]): boolean[][] {
  const bitmaps = decodeFunctionResult({ abi, functionName: "chargeBatch", data: result });
  return groups.map(({ items }, group) =>
    items.map((_, index) => (((bitmaps[group] ?? 0n) >> BigInt(index)) & 1n) === 1n),
  );
}

/** The name of the error that a call was refused with; null where it is none of the contract's. */
export function chargeRefusal(data: Hex): string | null {
  try {
    return decodeErrorResult({ abi, data }).errorName;
  } catch {
    return null;
  }
}

/** What tells a charge from every other one of its contract. */
export function chargeKey({ onchainId, period, number }: Omit<Charge, "amount">): string {
  return `${onchainId}:${period}:${number}`;
}

/** Period, number and amount of a `SubscriptionCharged`. */
const chargedWords = [{ type: "uint256" }, { type: "uint256" }, { type: "uint256" }] as const;

/** The charges that a transaction made at a contract, by `chargeKey`; the id in it is a digest over the registry. */
export function chargesIn({ logs }: Receipt, manager: Address): ReadonlySet<string> {
  const keys = logs.flatMap(({ address, topics, data }) => {
    const [topic, , onchainId] = topics;
    if (address !== manager || topic !== subscriptionChargedTopic || !onchainId) return [];
    const [period, number] = decodeAbiParameters(chargedWords, data);
    return [chargeKey({ onchainId, period, number })];
  });
  return new Set(keys);
}
