import { decodeEventLog, toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/hex";
import type { RegistryStatus } from "@/lib/core/registry-statuses";
import { merchantRegistryAbi } from "./abi/merchant-registry";
import { ChainDoubt } from "./chain-trouble";
import type { ChainLog } from "./parse-log";

/** The events of a merchant registry that change a merchant's record. */
export const registryEventNames = [
  "MerchantRegistered",
  "PayoutUpdated",
  "OwnershipTransferred",
  "FeeUpdated",
  "MerchantSuspended",
  "MerchantReactivated",
  "MerchantClosed",
] as const;
type RegistryEventName = (typeof registryEventNames)[number];

/** What an event says of a merchant's record; null where it says nothing. */
export interface RegistryEvent {
  readonly chainMerchantId: bigint;
  readonly owner: Address | null;
  readonly payout: Address | null;
  readonly feeBps: number | null;
  readonly status: RegistryStatus | null;
  /** Of a suspension: until when what is open can be paid. */
  readonly settleUntil: Date | null;
  /** Of a registration, as whoever registered it wrote. */
  readonly metadataHash: Bytes32 | null;
}

const unsaid = {
  owner: null,
  payout: null,
  feeBps: null,
  status: null,
  settleUntil: null,
  metadataHash: null,
} as const;

/** The latest moment that a date can be. */
const LATEST_SECONDS = 8_640_000_000_000;

/** The first topic of an event's logs. */
export function registryTopic(name: RegistryEventName): Bytes32 {
  return toEventSelector(getAbiItem({ abi: merchantRegistryAbi, name }));
}

/**
 * Reads a registry's log of a merchant.
 * @throws ChainDoubt the log has another shape
 */
export function decodeRegistryEvent({ topics, data, ...log }: ChainLog): RegistryEvent {
  const [topic, ...indexed] = topics;
  if (!topic) throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} has no topic`);
  try {
    return said(
      decodeEventLog({ abi: merchantRegistryAbi, topics: [topic, ...indexed], data, strict: true }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error);
    throw new ChainDoubt(
      `Log ${log.logIndex} of block ${log.blockNumber} is no registry's: ${reason}`,
    );
  }
}

function said(
  event: ReturnType<typeof decodeEventLog<typeof merchantRegistryAbi, undefined>>,
): RegistryEvent {
  switch (event.eventName) {
    case "MerchantRegistered": {
      const { merchantId, owner, payout, feeBps, metadataHash } = event.args;
      return {
        chainMerchantId: merchantId,
        owner: lowerHex(owner),
        payout: lowerHex(payout),
        feeBps,
        status: "active",
        settleUntil: null,
        metadataHash: lowerHex(metadataHash),
      };
    }
    case "PayoutUpdated":
      return { ...unsaid, ...idOf(event.args), payout: lowerHex(event.args.to) };
    case "OwnershipTransferred":
      return { ...unsaid, ...idOf(event.args), owner: lowerHex(event.args.to) };
    case "FeeUpdated":
      return { ...unsaid, ...idOf(event.args), feeBps: event.args.feeBps };
    case "MerchantSuspended": {
      const seconds = Math.min(event.args.settleUntil, LATEST_SECONDS);
      const settleUntil = new Date(seconds * 1000);
      return { ...unsaid, ...idOf(event.args), status: "suspended", settleUntil };
    }
    case "MerchantReactivated":
      return { ...unsaid, ...idOf(event.args), status: "active" };
    case "MerchantClosed":
      return { ...unsaid, ...idOf(event.args), status: "closed" };
    default:
      throw new ChainDoubt(`${event.eventName} does not change a merchant's record`);
  }
}

const idOf = ({ merchantId }: { merchantId: bigint }) => ({ chainMerchantId: merchantId });
