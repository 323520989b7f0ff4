import { decodeEventLog, toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { merchantRegistryAbi as abi } from "@/lib/adapters/chain/abi/merchant-registry";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { RegistryStatus } from "@/lib/core/kinds";
import type { ChainLog } from "./parse-log";

/** The events of a merchant registry that change a merchant's record. */
const names = [
  "MerchantRegistered",
  "PayoutUpdated",
  "OwnershipTransferred",
  "FeeUpdated",
  "FeeRaiseAnnounced",
  "MerchantSuspended",
  "MerchantReactivated",
  "MerchantClosed",
] as const;

/** An event of a registry that changes a merchant's record. */
export interface RegistryEventKind {
  readonly name: string;
  /** The first topic of its logs. */
  readonly topic: Bytes32;
}

/** Every one that is read. */
export const registryEventKinds: readonly RegistryEventKind[] = names.map((name) => ({
  name,
  topic: toEventSelector(getAbiItem({ abi, name })),
}));

/** What an event says of a merchant's record; null where it says nothing. */
export interface RegistryEvent {
  readonly chainMerchantId: bigint;
  readonly owner: Address | null;
  readonly payout: Address | null;
  readonly feeBps: number | null;
  /** Said with `feeBps`: the fee from `nextFeeAt` on, null where no raise is announced. */
  readonly nextFeeBps: number | null;
  readonly nextFeeAt: Date | null;
  readonly status: RegistryStatus | null;
  /** Of a suspension: until when what is open can be paid. */
  readonly settleUntil: Date | null;
  /** Of a registration, as the registrant wrote it. */
  readonly metadataHash: Bytes32 | null;
  /** Of a registration: the key that is never registered twice. */
  readonly registrationKey: Bytes32 | null;
}

const unsaid = {
  owner: null,
  payout: null,
  feeBps: null,
  nextFeeBps: null,
  nextFeeAt: null,
  status: null,
  settleUntil: null,
  metadataHash: null,
  registrationKey: null,
} as const;

/** The latest moment that a date can be. */
const LATEST_SECONDS = 8_640_000_000_000;

/**
 * Reads a registry's log of a merchant.
 * @throws ChainDoubt the log has another shape
 */
export function decodeRegistryEvent({ topics, data, ...log }: ChainLog): RegistryEvent {
  const [topic, ...indexed] = topics;
  if (!topic) throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} has no topic`);
  try {
    return said(decodeEventLog({ abi, topics: [topic, ...indexed], data, strict: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error);
    throw new ChainDoubt(
      `Log ${log.logIndex} of block ${log.blockNumber} is no registry's: ${reason}`,
    );
  }
}

function said(event: ReturnType<typeof decodeEventLog<typeof abi, undefined>>): RegistryEvent {
  switch (event.eventName) {
    case "MerchantRegistered": {
      const { args } = event;
      return {
        ...unsaid,
        ...idOf(args),
        owner: lowerHex(args.owner),
        payout: lowerHex(args.payout),
        feeBps: args.feeBps,
        status: "active",
        metadataHash: lowerHex(args.metadataHash),
        registrationKey: lowerHex(args.registrationKey),
      };
    }
    case "PayoutUpdated":
      return { ...unsaid, ...idOf(event.args), payout: lowerHex(event.args.to) };
    case "OwnershipTransferred":
      return { ...unsaid, ...idOf(event.args), owner: lowerHex(event.args.to) };
    case "FeeUpdated":
      return { ...unsaid, ...idOf(event.args), feeBps: event.args.feeBps };
    case "FeeRaiseAnnounced": {
      const { feeBps, nextFeeBps, nextFeeAt } = event.args;
      return { ...unsaid, ...idOf(event.args), feeBps, nextFeeBps, nextFeeAt: momentOf(nextFeeAt) };
    }
    case "MerchantSuspended": {
      const settleUntil = momentOf(event.args.settleUntil);
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

const momentOf = (seconds: number) => new Date(Math.min(seconds, LATEST_SECONDS) * 1000);
