import { decodeEventLog, toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type FeeContract, feeContracts } from "@/lib/core/chain/contract-kinds";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { PlatformEventName } from "@/lib/core/kinds";
import type { ChainLog } from "./parse-log";

/** An event of a kind of contract about its fees, its roles or its keepers. */
export interface PlatformEventKind {
  readonly kind: FeeContract | "registry";
  readonly name: PlatformEventName;
  /** The first topic of its logs. */
  readonly topic: Bytes32;
}

const ofRegistry = [
  "TreasuryTransferStarted",
  "TreasuryChangeAnnounced",
  "TreasuryChangeVetoed",
  "TreasuryTransferred",
  "OperatorTransferStarted",
  "OperatorChangeAnnounced",
  "OperatorChangeVetoed",
  "OperatorTransferred",
  "KeeperSet",
] as const;

/** Every one that is read. */
export const platformEventKinds: readonly PlatformEventKind[] = [
  ...feeContracts.map((kind) => ({
    kind,
    name: "FeesSwept" as const,
    topic: toEventSelector(getAbiItem({ abi: paymentProcessorAbi, name: "FeesSwept" })),
  })),
  ...ofRegistry.map((name) => ({
    kind: "registry" as const,
    name,
    topic: toEventSelector(getAbiItem({ abi: merchantRegistryAbi, name })),
  })),
];

const abi = [...paymentProcessorAbi, ...merchantRegistryAbi] as const;

/** What an event says. */
export interface PlatformEvent {
  readonly event: PlatformEventName;
  /** Who has, gets or is offered the role; who got the tokens; the keeper. Zero where an offer was withdrawn. */
  readonly account: Address;
  /** Of an announced treasury or operator: when it may accept. */
  readonly acceptableAt: Date | null;
  /** Whether a keeper may charge subscriptions from then on. */
  readonly isAllowed: boolean | null;
  /** Of tokens that left, with the amount in the token's smallest unit. */
  readonly token: Address | null;
  readonly amount: bigint | null;
}

/** The latest moment that a date can be, in seconds. */
const LATEST_SECONDS = 8_640_000_000_000n;

/**
 * Reads a log of a contract about its fees, its roles or its keepers.
 * @throws ChainDoubt the log has another shape
 */
export function decodePlatformEvent({ topics, data, ...log }: ChainLog): PlatformEvent {
  const [topic, ...indexed] = topics;
  if (!topic) throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} has no topic`);
  try {
    return said(decodeEventLog({ abi, topics: [topic, ...indexed], data, strict: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error);
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is another: ${reason}`);
  }
}

function said(event: ReturnType<typeof decodeEventLog<typeof abi, undefined>>): PlatformEvent {
  const common = { acceptableAt: null, isAllowed: null, token: null, amount: null };
  switch (event.eventName) {
    case "FeesSwept": {
      const { token, treasury, amount } = event.args;
      return {
        ...common,
        event: event.eventName,
        account: lowerHex(treasury),
        token: lowerHex(token),
        amount,
      };
    }
    case "TreasuryChangeAnnounced":
    case "OperatorChangeAnnounced": {
      const { to, acceptableAt } = event.args;
      const seconds = acceptableAt > LATEST_SECONDS ? LATEST_SECONDS : acceptableAt;
      return {
        ...common,
        event: event.eventName,
        account: lowerHex(to),
        acceptableAt: new Date(Number(seconds) * 1000),
      };
    }
    case "TreasuryTransferStarted":
    case "TreasuryChangeVetoed":
    case "TreasuryTransferred":
    case "OperatorTransferStarted":
    case "OperatorChangeVetoed":
    case "OperatorTransferred":
      return { ...common, event: event.eventName, account: lowerHex(event.args.to) };
    case "KeeperSet": {
      const { keeper, allowed } = event.args;
      return { ...common, event: event.eventName, account: lowerHex(keeper), isAllowed: allowed };
    }
    default:
      throw new ChainDoubt(`${event.eventName} is not about fees or roles`);
  }
}
