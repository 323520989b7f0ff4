import { decodeFunctionResult, encodeFunctionData, prepareEncodeFunctionData } from "viem";
import type { Address, Hex } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
import type { PaymentTerms } from "./payments";
import { compactSignature, isEcdsaSignature, splitSignature } from "./signatures";

const abi = paymentProcessorAbi;
/** The functions with their selectors, which are hashes. */
const settleBatch = prepareEncodeFunctionData({ abi, functionName: "settleBatch" });
const pay = prepareEncodeFunctionData({ abi, functionName: "pay" });
const paySigned = prepareEncodeFunctionData({ abi, functionName: "paySigned" });

/** Terms with both of the payer's signatures as bytes. */
export interface SignedPayment extends PaymentTerms {
  readonly authSignature: Hex;
  readonly intentSignature: Hex;
}

/** Payments of a batch with one merchant and one token, paid out in one transfer. */
export interface PaymentGroup {
  readonly merchantId: bigint;
  readonly token: Address;
  readonly payments: readonly SignedPayment[];
}

/** The contract's own limits, from which it computes `batchGasLimit`. */
const ITEM_GAS_CAP = 200_000n;
const ITEM_OVERHEAD_GAS = 15_000n;
const GROUP_OVERHEAD_GAS = 50_000n;
const BATCH_OVERHEAD_GAS = 60_000n;
const GAS_FLOOR = (ITEM_GAS_CAP * 64n) / 63n + ITEM_OVERHEAD_GAS;
/** What a wallet's own code (ERC-1271) may use twice, besides the settlement. */
const CONTRACT_PAYER_GAS = 1_000_000n;
/** The narrowest number of a batch's item. */
const MAX_ITEM_AMOUNT = 2n ** 128n - 1n;
const MAX_ITEM_TIME = 2n ** 64n - 1n;

/** Whether a payment has the form of a batch's item: ECDSA signatures and numbers that fit. */
export function fitsBatch(payment: SignedPayment): boolean {
  return (
    payment.amount <= MAX_ITEM_AMOUNT &&
    payment.validAfter <= MAX_ITEM_TIME &&
    payment.validBefore <= MAX_ITEM_TIME &&
    isEcdsaSignature(payment.authSignature) &&
    isEcdsaSignature(payment.intentSignature)
  );
}

/**
 * The gas with which a batch runs to its end, whatever its items do: the contract's `batchGasLimit`.
 * An estimate would be too low, since an item that runs out of gas looks like one that failed.
 */
export function batchGasLimit(groups: number, items: number): bigint {
  const perItem = ITEM_GAS_CAP + ITEM_OVERHEAD_GAS;
  const inGroups = BigInt(groups) * GROUP_OVERHEAD_GAS + BigInt(items) * perItem + GAS_FLOOR;
  return BATCH_OVERHEAD_GAS + (inGroups * 64n) / 63n;
}

/** Gas of a single `pay`. */
export const payGasLimit = batchGasLimit(1, 1);
/** Gas of a single `paySigned`. */
export const paySignedGasLimit = payGasLimit + CONTRACT_PAYER_GAS;

/** A call of `settleBatch`, with signatures in the compact form of EIP-2098. */
export function encodeSettleBatch(groups: readonly PaymentGroup[]): Hex {
  const args = groups.map(({ merchantId, token, payments }) => ({
    merchantId,
    token,
    items: payments.map(item),
  }));
  return encodeFunctionData({ ...settleBatch, args: [args] });
}

/** A call of `pay`; both signatures must be ECDSA ones. */
export function encodePay(payment: SignedPayment): Hex {
  return encodeFunctionData({
    ...pay,
    args: [
      termsArgument(payment),
      splitSignature(payment.authSignature),
      splitSignature(payment.intentSignature),
    ],
  });
}

/** A call of `paySigned`, for payers whose own code verifies their signatures (ERC-1271, EIP-7702). */
export function encodePaySigned(payment: SignedPayment): Hex {
  return encodeFunctionData({
    ...paySigned,
    args: [termsArgument(payment), payment.authSignature, payment.intentSignature],
  });
}

/**
 * Which items a simulated `settleBatch` settled, by group and position.
 * @param result what `eth_call` returned
 */
export function readSettled(result: Hex, groups: readonly PaymentGroup[]): boolean[][] {
  const bitmaps = decodeFunctionResult({
    abi,
    functionName: "settleBatch",
    data: result,
  });
  return groups.map(({ payments }, group) =>
    payments.map((_, index) => (((bitmaps[group] ?? 0n) >> BigInt(index)) & 1n) === 1n),
  );
}

function termsArgument(terms: PaymentTerms) {
  const { payer, merchantId, token, amount, validAfter, validBefore, nonce, ref } = terms;
  return { merchantId, token, from: payer, amount, validAfter, validBefore, nonce, ref };
}

function item(payment: SignedPayment) {
  const auth = compactSignature(payment.authSignature);
  const intent = compactSignature(payment.intentSignature);
  const { payer, amount, validAfter, validBefore, nonce, ref } = payment;
  return {
    from: payer,
    amount,
    validAfter,
    validBefore,
    nonce,
    ref,
    authR: auth.r,
    authVS: auth.vs,
    intentR: intent.r,
    intentVS: intent.vs,
  };
}
