import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { addressIn, type ChainLog, numberIn, wordsOf } from "./parse-log";

/** The first topic of `PaymentRefunded` logs. */
export const paymentRefundedTopic: Bytes32 = toEventSelector(
  getAbiItem({ abi: refundManagerAbi, name: "PaymentRefunded" }),
);

/** What a `PaymentRefunded` log says. */
export interface PaymentRefunded {
  readonly registry: Address;
  readonly paymentId: Bytes32;
  /** The merchant's id in the registry. */
  readonly chainMerchantId: bigint;
  readonly payer: Address;
  /** The merchant's account that paid. */
  readonly from: Address;
  readonly token: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** What had gone back of the payment with it. */
  readonly cumulative: bigint;
  readonly refundRef: Bytes32;
}

/**
 * Reads a `PaymentRefunded` log. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodePaymentRefunded(log: ChainLog): PaymentRefunded {
  const [topic, registry, paymentId, payer] = log.topics;
  if (topic !== paymentRefundedTopic || !registry || !paymentId || !payer) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no PaymentRefunded`);
  }
  const [merchantId, from, token, amount, cumulative, refundRef] = wordsOf(log, 6);
  return {
    registry: addressIn(registry.slice(2)),
    paymentId,
    chainMerchantId: numberIn(merchantId),
    payer: addressIn(payer.slice(2)),
    from: addressIn(from),
    token: addressIn(token),
    amount: numberIn(amount),
    cumulative: numberIn(cumulative),
    refundRef: `0x${refundRef}`,
  };
}

/** The first topic of `ChargeRefunded` logs. */
export const chargeRefundedTopic: Bytes32 = toEventSelector(
  getAbiItem({ abi: chargeRefundManagerAbi, name: "ChargeRefunded" }),
);

/** What a `ChargeRefunded` log says; `total` is not read. */
interface ChargeRefunded {
  readonly registry: Address;
  /** The subscription's id in its contract. */
  readonly onchainId: Bytes32;
  /** The merchant's id in the registry. */
  readonly chainMerchantId: bigint;
  readonly payer: Address;
  readonly period: bigint;
  readonly number: bigint;
  /** The merchant's account that paid. */
  readonly from: Address;
  readonly token: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** What had gone back of the period, all its charges together, with it. */
  readonly cumulative: bigint;
  readonly refundRef: Bytes32;
}

/**
 * Reads a `ChargeRefunded` log. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodeChargeRefunded(log: ChainLog): ChargeRefunded {
  const [topic, registry, onchainId, payer] = log.topics;
  if (topic !== chargeRefundedTopic || !registry || !onchainId || !payer) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no ChargeRefunded`);
  }
  const words = wordsOf(log, 9);
  const [merchantId, period, number, from, token, amount, ofPeriod, , refundRef] = words;
  return {
    registry: addressIn(registry.slice(2)),
    onchainId,
    chainMerchantId: numberIn(merchantId),
    payer: addressIn(payer.slice(2)),
    period: numberIn(period),
    number: numberIn(number),
    from: addressIn(from),
    token: addressIn(token),
    amount: numberIn(amount),
    cumulative: numberIn(ofPeriod),
    refundRef: `0x${refundRef}`,
  };
}

/** The merchant's own reference in a log of a contract for refunds; null where it tells of none. */
export function refundRefIn(log: ChainLog): Bytes32 | null {
  if (log.topics[0] === paymentRefundedTopic) return decodePaymentRefunded(log).refundRef;
  if (log.topics[0] === chargeRefundedTopic) return decodeChargeRefunded(log).refundRef;
  return null;
}
