import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
import { ChainDoubt } from "./chain-trouble";
import type { ChainLog } from "./parse-log";

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

const WORD = 64;
/** Leading zeros of an address in a word. */
const PADDING = "0".repeat(24);
const WORDS = 5;

/**
 * Reads a `PaymentSettled` log (ABI encoding of static values: one word each). Who emitted it is the
 * caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function decodePaymentSettled({ topics, data, ...log }: ChainLog): PaymentSettled {
  const [topic, paymentId, merchantId, ref] = topics;
  const isShaped = topic === paymentSettledTopic && data.length === 2 + WORDS * WORD;
  if (!isShaped || !paymentId || !merchantId || !ref) {
    throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no PaymentSettled`);
  }
  const word = (at: number) => data.slice(2 + at * WORD, 2 + (at + 1) * WORD);
  return {
    paymentId,
    merchantId: BigInt(merchantId),
    ref,
    payer: addressIn(word(0)),
    token: addressIn(word(1)),
    payout: addressIn(word(2)),
    amount: BigInt(`0x${word(3)}`),
    fee: BigInt(`0x${word(4)}`),
  };
}

function addressIn(word: string): Address {
  if (!word.startsWith(PADDING)) throw new ChainDoubt(`${word} is no address`);
  return `0x${word.slice(PADDING.length)}`;
}
