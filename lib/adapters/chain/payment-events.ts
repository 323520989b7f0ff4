import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import type { Bytes32 } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
import { ChainDoubt } from "./chain-trouble";
import { addressIn, numberIn, wordsOf } from "./log-words";
import type { ChainLog } from "./parse-log";
import type { PaymentSettled } from "./payment-settled";

const paymentSettled = getAbiItem({ abi: paymentProcessorAbi, name: "PaymentSettled" });

/** The first topic of `PaymentSettled` logs of a processor of version 1. */
export const paymentSettledTopic: Bytes32 = toEventSelector(paymentSettled);

/**
 * Reads a `PaymentSettled` log of a processor of version 1. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodePaymentSettled(log: ChainLog): PaymentSettled {
  const [topic, paymentId, merchantId, ref] = log.topics;
  if (topic !== paymentSettledTopic || !paymentId || !merchantId || !ref) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no PaymentSettled`);
  }
  const [payer, token, payout, amount, fee] = wordsOf(log, 5);
  return {
    paymentId,
    merchantId: BigInt(merchantId),
    ref,
    payer: addressIn(payer),
    token: addressIn(token),
    payout: addressIn(payout),
    amount: numberIn(amount),
    fee: numberIn(fee),
  };
}
