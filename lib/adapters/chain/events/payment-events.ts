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

/** The core's `MAX_FEE_BPS`. */
const MAX_FEE_BPS = 300n;

/** What a payment processor says of a settlement for a registry; amounts in the token's smallest unit. */
export interface PaymentSettled {
  readonly registry: Address;
  /** The digest of what the payer agreed to (EIP-712). */
  readonly paymentId: Bytes32;
  /** The merchant's id in the registry. */
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
  const [topic, registryTopic, paymentId, ref] = log.topics;
  if (topic !== paymentSettledTopic || !registryTopic || !paymentId || !ref) {
    throw doubt(log, "is no PaymentSettled");
  }
  const route = earlier.findLast(
    ({ address, txHash, topics }) =>
      address === log.address && txHash === log.txHash && topics[0] === paymentsRoutedTopic,
  );
  if (!route) throw doubt(log, "has no PaymentsRouted before it");
  const { registry, merchantId, token, payout, feeBps } = decodePaymentsRouted(route);
  if (registry !== addressIn(registryTopic.slice(2))) throw doubt(log, "is of another registry");
  const [payer, amountWord] = wordsOf(log, 2);
  const amount = numberIn(amountWord);
  const { fee } = splitFee(amount, feeBps);
  const paid = { payer: addressIn(payer), token, payout, amount, fee };
  return { registry, paymentId, merchantId, ref, ...paid };
}

interface PaymentsRouted {
  registry: Address;
  merchantId: bigint;
  token: Address;
  payout: Address;
  /** Hundredths of a percent. */
  feeBps: number;
}

function decodePaymentsRouted(log: ChainLog): PaymentsRouted {
  const [, registry, merchantId, token] = log.topics;
  const [payout, rate] = wordsOf(log, 3);
  const feeBps = numberIn(rate);
  if (!registry || !merchantId || !token || feeBps > MAX_FEE_BPS) {
    throw doubt(log, "is no PaymentsRouted");
  }
  return {
    registry: addressIn(registry.slice(2)),
    merchantId: BigInt(merchantId),
    token: addressIn(token.slice(2)),
    payout: addressIn(payout),
    feeBps: Number(feeBps),
  };
}

function doubt({ logIndex, blockNumber }: ChainLog, problem: string): ChainDoubt {
  return new ChainDoubt(`Log ${logIndex} of block ${blockNumber} ${problem}`);
}
