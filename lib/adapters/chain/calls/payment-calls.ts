import { decodeFunctionResult, encodeFunctionData, prepareEncodeFunctionData } from "viem";
import { concat, numberToHex, size } from "viem/utils";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { compactSignature, isEcdsaSignature, splitSignature } from "./signatures";
import type { IntentPayment, SignedPayment, TermsPayment } from "./signed-payment";

const abi = paymentProcessorAbi;
/** The functions with their selectors, which are hashes. */
const settleBatch = prepareEncodeFunctionData({ abi, functionName: "settleBatch" });
const settleTermsBatch = prepareEncodeFunctionData({ abi, functionName: "settleTermsBatch" });
const pay = prepareEncodeFunctionData({ abi, functionName: "pay" });
const paySigned = prepareEncodeFunctionData({ abi, functionName: "paySigned" });
const payTerms = prepareEncodeFunctionData({ abi, functionName: "payTerms" });
const payTermsSigned = prepareEncodeFunctionData({ abi, functionName: "payTermsSigned" });

/** Payments of a batch with one merchant and one token, paid out in one transfer. */
export interface PaymentGroup<Payment extends SignedPayment = SignedPayment> {
  readonly merchantId: bigint;
  readonly token: Address;
  readonly payments: readonly Payment[];
}

/** The narrowest numbers of a batch's item: with two signatures what the relay takes, with one those of 140 bytes. */
const MAX_ITEM_AMOUNT = 2n ** 128n - 1n;
const MAX_ITEM_TIME = 2n ** 64n - 1n;
const MAX_TERMS_AMOUNT = 2n ** 64n - 1n;
const MAX_TERMS_TIME = 2n ** 32n - 1n;
/** Payer 20 bytes, amount 8, validBefore 4, salt 12, ref 32, `r` 32, `vs` 32. */
const TERMS_ITEM_BYTES = 140;

/** Whether a payment has the form of a batch's item: ECDSA signatures and numbers that fit. */
export function fitsBatch(payment: SignedPayment): boolean {
  if (!isSignedByKey(payment)) return false;
  const { amount, validAfter, validBefore } = payment;
  return payment.signatures === 1
    ? amount <= MAX_TERMS_AMOUNT && validBefore <= MAX_TERMS_TIME && validAfter === 0n
    : amount <= MAX_ITEM_AMOUNT && validAfter <= MAX_ITEM_TIME && validBefore <= MAX_ITEM_TIME;
}

/** Whether all signatures have the form of those that an account's own key makes. */
export function isSignedByKey(payment: SignedPayment): boolean {
  return signaturesIn(payment).every(isEcdsaSignature);
}

/** The payer's signatures as bytes. */
export function signaturesIn(payment: SignedPayment): Hex[] {
  return payment.signatures === 1
    ? [payment.authSignature]
    : [payment.authSignature, payment.intentSignature];
}

/** A call of `settleBatch`, with signatures in the compact form of EIP-2098. */
export function encodeSettleBatch(
  registry: Address,
  groups: readonly PaymentGroup<IntentPayment>[],
): Hex {
  const args = groups.map(({ merchantId, token, payments }) => ({
    merchantId,
    token,
    items: payments.map(item),
  }));
  return encodeFunctionData({ ...settleBatch, args: [registry, args] });
}

/**
 * A call of `settleTermsBatch`.
 * @throws Error an item does not fit its 140 bytes
 */
export function encodeSettleTermsBatch(
  registry: Address,
  groups: readonly PaymentGroup<TermsPayment>[],
): Hex {
  const args = groups.map(({ merchantId, token, payments }) => ({
    merchantId,
    token,
    items: concat(payments.map(packedItem)),
  }));
  return encodeFunctionData({ ...settleTermsBatch, args: [registry, args] });
}

/** A call of `pay` or `payTerms`; the signatures must be ECDSA ones. */
export function encodePay(registry: Address, payment: SignedPayment): Hex {
  const authorization = splitSignature(payment.authSignature);
  if (payment.signatures === 1) {
    return encodeFunctionData({
      ...payTerms,
      args: [saltedArgument(registry, payment), authorization],
    });
  }
  const intent = splitSignature(payment.intentSignature);
  return encodeFunctionData({
    ...pay,
    args: [termsArgument(registry, payment), authorization, intent],
  });
}

/**
 * A call of `paySigned` or `payTermsSigned`, for payers whose own code verifies their signatures (ERC-1271,
 * EIP-7702).
 */
export function encodePaySigned(registry: Address, payment: SignedPayment): Hex {
  if (payment.signatures === 1) {
    const args = [saltedArgument(registry, payment), payment.authSignature] as const;
    return encodeFunctionData({ ...payTermsSigned, args });
  }
  return encodeFunctionData({
    ...paySigned,
    args: [termsArgument(registry, payment), payment.authSignature, payment.intentSignature],
  });
}

/**
 * Which items a simulated batch settled, by group and position: bitmaps for both kinds.
 * @param result what `eth_call` returned
 */
export function readSettled(result: Hex, groups: readonly PaymentGroup[]): boolean[][] {
  const bitmaps = decodeFunctionResult({ abi, functionName: "settleTermsBatch", data: result });
  return groups.map(({ payments }, group) =>
    payments.map((_, index) => (((bitmaps[group] ?? 0n) >> BigInt(index)) & 1n) === 1n),
  );
}

function termsArgument(registry: Address, terms: IntentPayment) {
  const { payer, merchantId, token, amount, validAfter, validBefore, nonce, ref } = terms;
  return { registry, merchantId, token, from: payer, amount, validAfter, validBefore, nonce, ref };
}

/** The contract computes the nonce itself. */
function saltedArgument(registry: Address, terms: TermsPayment) {
  const { payer, merchantId, token, amount, validAfter, validBefore, ref, salt } = terms;
  return { registry, merchantId, token, from: payer, amount, validAfter, validBefore, ref, salt };
}

function item(payment: IntentPayment) {
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

/** Numbers that are too large throw: cut off, they would be those of another payment. */
function packedItem(payment: TermsPayment): Hex {
  const { payer, amount, validAfter, validBefore, salt, ref, authSignature } = payment;
  if (validAfter !== 0n) throw new Error("an item of a batch is valid from the beginning");
  if (!isEcdsaSignature(authSignature)) throw new Error("an item of a batch is signed by a key");
  const { r, vs } = compactSignature(authSignature);
  const packed = concat([
    payer,
    numberToHex(amount, { size: 8 }),
    numberToHex(validBefore, { size: 4 }),
    numberToHex(salt, { size: 12 }),
    ref,
    r,
    vs,
  ]);
  if (size(packed) !== TERMS_ITEM_BYTES) throw new Error(`an item of ${size(packed)} bytes`);
  return packed;
}
