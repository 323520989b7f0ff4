import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { splitFee } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { addressIn, type ChainLog, numberIn, wordsOf } from "./parse-log";

const abi = paymentProcessorAbi;

/** The first topic of `PaymentsRouted` logs, of which each says what the settlements after it have in common. */
export const paymentsRoutedTopic: Bytes32 = toEventSelector(
  getAbiItem({ abi, name: "PaymentsRouted" }),
);
/** The first topic of `PaymentSettled` logs. */
export const paymentSettledTopic: Bytes32 = toEventSelector(
  getAbiItem({ abi, name: "PaymentSettled" }),
);

/** The registry's `MAX_FEE_BPS`. */
const MAX_FEE_BPS = 300n;

/** What a payment processor says of a settlement; amounts in the token's smallest unit. */
export interface PaymentSettled {
  /** The digest of what the payer agreed to (EIP-712). */
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

/**
 * Reads a `PaymentSettled` log, whose token, payout and fee rate are those of the last `PaymentsRouted` before it.
 * Who emitted it is the caller's to judge.
 * @param earlier logs before it, in order; those of other contracts and transactions do not count
 * @throws ChainDoubt the log has another shape, or none before it says where the payment went
 */
export function decodePaymentSettled(log: ChainLog, earlier: readonly ChainLog[]): PaymentSettled {
  const [topic, paymentId, merchantTopic, ref] = log.topics;
  if (topic !== paymentSettledTopic || !paymentId || !merchantTopic || !ref) {
    throw doubt(log, "is no PaymentSettled");
  }
  const route = earlier.findLast(
    ({ address, txHash, topics }) =>
      address === log.address && txHash === log.txHash && topics[0] === paymentsRoutedTopic,
  );
  if (!route) throw doubt(log, "has no PaymentsRouted before it");
  const { merchantId, token, payout, feeBps } = decodePaymentsRouted(route);
  if (merchantId !== BigInt(merchantTopic)) throw doubt(log, "is of another merchant's group");
  const [payer, amountWord] = wordsOf(log, 2);
  const amount = numberIn(amountWord);
  const { fee } = splitFee(amount, feeBps);
  return { paymentId, merchantId, ref, payer: addressIn(payer), token, payout, amount, fee };
}

interface PaymentsRouted {
  merchantId: bigint;
  token: Address;
  payout: Address;
  /** Hundredths of a percent. */
  feeBps: number;
}

function decodePaymentsRouted(log: ChainLog): PaymentsRouted {
  const [, merchantId, token, payout] = log.topics;
  const [rate] = wordsOf(log, 1);
  const feeBps = numberIn(rate);
  if (!merchantId || !token || !payout || feeBps > MAX_FEE_BPS) {
    throw doubt(log, "is no PaymentsRouted");
  }
  return {
    merchantId: BigInt(merchantId),
    token: addressIn(token.slice(2)),
    payout: addressIn(payout.slice(2)),
    feeBps: Number(feeBps),
  };
}

function doubt({ logIndex, blockNumber }: ChainLog, problem: string): ChainDoubt {
  return new ChainDoubt(`Log ${logIndex} of block ${blockNumber} ${problem}`);
}
