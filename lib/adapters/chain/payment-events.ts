import { decodeEventLog, toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
import type { ChainLog } from "./blocks";
import { ChainDoubt } from "./chain-trouble";

const paymentSettled = getAbiItem({ abi: paymentProcessorAbi, name: "PaymentSettled" });

/** What `PaymentSettled` of a payment processor says; amounts in the token's smallest unit. */
export interface PaymentSettled {
  /** The digest of the payer's intent (EIP-712). */
  readonly paymentId: Bytes32;
  /** The merchant's id in the registry of the processor. */
  readonly merchantId: bigint;
  readonly ref: Bytes32;
  readonly payer: Address;
  readonly token: Address;
  readonly payout: Address;
  readonly amount: bigint;
  /** Part of `amount` that the merchant did not get. */
  readonly fee: bigint;
}

/** The first topic of `PaymentSettled` logs. */
export const paymentSettledTopic: Bytes32 = toEventSelector(paymentSettled);

/**
 * Reads a `PaymentSettled` log. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodePaymentSettled(log: ChainLog): PaymentSettled {
  const [signature, ...indexed] = log.topics;
  try {
    const { args } = decodeEventLog({
      abi: [paymentSettled],
      eventName: "PaymentSettled",
      topics: [signature ?? paymentSettledTopic, ...indexed],
      data: log.data,
    });
    return {
      paymentId: lowerHex(args.paymentId),
      merchantId: args.merchantId,
      ref: lowerHex(args.ref),
      payer: lowerHex(args.payer),
      token: lowerHex(args.token),
      payout: lowerHex(args.payout),
      amount: args.amount,
      fee: args.fee,
    };
  } catch (error) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber}: ${error}`);
  }
}
