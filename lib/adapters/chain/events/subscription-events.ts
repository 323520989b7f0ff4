import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import {
  type SubscriptionTerms,
  termsFromWords,
} from "@/lib/adapters/chain/calls/subscription-terms";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { splitFee } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { addressIn, type ChainLog, numberIn, wordsOf } from "./parse-log";

type EventName =
  | "SubscriptionCreated"
  | "ChargesRouted"
  | "SubscriptionCharged"
  | "SubscriptionCancelled";

const topicOf = (name: EventName): Bytes32 => toEventSelector(getAbiItem({ abi, name }));

/** The first topics of the logs that are read. `ChargesRouted` says what the charges after it have in common. */
export const subscriptionCreatedTopic = topicOf("SubscriptionCreated");
export const chargesRoutedTopic = topicOf("ChargesRouted");
export const subscriptionChargedTopic = topicOf("SubscriptionCharged");
export const subscriptionCancelledTopic = topicOf("SubscriptionCancelled");

/** The core's `MAX_FEE_BPS`. */
const MAX_FEE_BPS = 300n;

/** What a `SubscriptionCreated` log says. Times are unix seconds, amounts in the token's smallest unit. */
export interface SubscriptionCreated {
  readonly registry: Address;
  readonly onchainId: Bytes32;
  readonly chainMerchantId: bigint;
  readonly payer: Address;
  readonly token: Address;
  readonly amount: bigint;
  readonly interval: bigint;
  readonly startAt: bigint;
  /** 0 is without end. */
  readonly endAt: bigint;
  readonly cap: bigint;
  /** What the payer signed: `startAt` is the later of this and the block's time. */
  readonly signedStartAt: bigint;
  readonly permitValue: bigint;
  /** 0 where the payer enrolled without a permit. */
  readonly permitDeadline: bigint;
  readonly permitNonce: bigint;
  readonly ref: Bytes32;
}

/** What a `SubscriptionCharged` log says, with the `ChargesRouted` before it. */
export interface SubscriptionCharged {
  readonly registry: Address;
  readonly onchainId: Bytes32;
  readonly chainMerchantId: bigint;
  readonly period: bigint;
  readonly number: bigint;
  /** Gross, smallest unit of the token. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** Hundredths of a percent. */
  readonly feeBps: number;
  readonly token: Address;
  readonly payout: Address;
}

/** What a `SubscriptionCancelled` log says. */
export interface SubscriptionCancelled {
  readonly registry: Address;
  readonly onchainId: Bytes32;
  readonly chainMerchantId: bigint;
  readonly by: Address;
}

/**
 * Reads a `SubscriptionCreated` log. Who emitted it is the caller's to judge, as with the others.
 * @throws ChainDoubt the log has another shape
 */
export function decodeSubscriptionCreated(log: ChainLog): SubscriptionCreated {
  const [registry, onchainId, payer] = topicsOf(log, subscriptionCreatedTopic);
  // The last word says whether the payer sent the terms instead of signing them.
  const words = wordsOf(log, 15);
  const [startAt, cap] = [words[12], words[13]];
  const terms = termsFromWords(`0x${words.slice(0, 12).join("")}`);
  const { amount, interval, endAt, permitValue, permitDeadline, permitNonce, ref } = terms;
  if (
    terms.payer !== addressIn(payer.slice(2)) ||
    terms.registry !== addressIn(registry.slice(2))
  ) {
    throw doubt(log, "has topics that its terms do not say");
  }
  const common = {
    ...{ registry: terms.registry, onchainId },
    ...{ chainMerchantId: terms.merchantId, payer: terms.payer },
  };
  const signed = { signedStartAt: terms.startAt, permitValue, permitDeadline, permitNonce, ref };
  const numbers = { startAt: numberIn(startAt), cap: numberIn(cap) };
  const token = addressIn(words[3]);
  return { ...common, token, amount, interval, endAt, ...signed, ...numbers };
}

/** What the payer of an enrolment signed or sent: its digest is the subscription's id. */
export function signedTermsOf(event: SubscriptionCreated): SubscriptionTerms {
  const { payer, registry, token, amount, interval, endAt } = event;
  const { permitValue, permitDeadline, permitNonce, ref } = event;
  return {
    ...{ payer, registry, merchantId: event.chainMerchantId, token, amount, interval },
    ...{ startAt: event.signedStartAt, endAt, permitValue, permitDeadline, permitNonce, ref },
  };
}

/**
 * Reads a `SubscriptionCharged` log, whose token, payout and fee rate are those of the last `ChargesRouted` before it.
 * @param earlier logs before it, in order; those of other contracts and transactions do not count
 * @throws ChainDoubt the log has another shape, or none before it says where the money went
 */
export function decodeSubscriptionCharged(
  log: ChainLog,
  earlier: readonly ChainLog[],
): SubscriptionCharged {
  const [topic, registry, onchainId] = log.topics;
  if (topic !== subscriptionChargedTopic || !registry || !onchainId) {
    throw doubt(log, "is no SubscriptionCharged");
  }
  const route = earlier.findLast(
    ({ address, txHash, topics }) =>
      address === log.address && txHash === log.txHash && topics[0] === chargesRoutedTopic,
  );
  if (!route) throw doubt(log, "has no ChargesRouted before it");
  const routed = decodeChargesRouted(route);
  if (routed.registry !== addressIn(registry.slice(2))) throw doubt(log, "is of another registry");
  const [period, number, word] = wordsOf(log, 3);
  const amount = numberIn(word);
  const { fee } = splitFee(amount, routed.feeBps);
  return { ...routed, onchainId, period: numberIn(period), number: numberIn(number), amount, fee };
}

function decodeChargesRouted(log: ChainLog) {
  const [registry, merchantId, token] = topicsOf(log, chargesRoutedTopic);
  const [payout, rate] = wordsOf(log, 3);
  const feeBps = numberIn(rate);
  if (feeBps > MAX_FEE_BPS) throw doubt(log, "is no ChargesRouted");
  return {
    registry: addressIn(registry.slice(2)),
    chainMerchantId: BigInt(merchantId),
    token: addressIn(token.slice(2)),
    payout: addressIn(payout),
    feeBps: Number(feeBps),
  };
}

/** @throws ChainDoubt the log has another shape */
export function decodeSubscriptionCancelled(log: ChainLog): SubscriptionCancelled {
  const [registry, onchainId, by] = topicsOf(log, subscriptionCancelledTopic);
  const [merchantId] = wordsOf(log, 1);
  return {
    registry: addressIn(registry.slice(2)),
    onchainId,
    chainMerchantId: numberIn(merchantId),
    by: addressIn(by.slice(2)),
  };
}

/** The three topics after the first one. */
function topicsOf(log: ChainLog, expected: Bytes32): [Bytes32, Bytes32, Bytes32] {
  const [topic, first, second, third] = log.topics;
  if (topic !== expected || !first || !second || !third) {
    throw doubt(log, "is not what its topic says");
  }
  return [first, second, third];
}

function doubt({ logIndex, blockNumber }: ChainLog, problem: string): ChainDoubt {
  return new ChainDoubt(`Log ${logIndex} of block ${blockNumber} ${problem}`);
}
