import { concat, encodeFunctionData, type Hex, hashTypedData, numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { paymentProcessorV2Abi } from "@/lib/adapters/chain/abi/payment-processor-v2";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { authorizationMessage, type PaymentTerms } from "@/lib/adapters/chain/payments";
import { compactSignature, splitSignature } from "@/lib/adapters/chain/signatures";
import { type Address, type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/hex";
import type { Currency } from "@/lib/core/money";
import type { ChainAccount } from "./chain";

/** A payment that a payer has signed once: the authorization's nonce is the payment's id. */
export interface SignedTerms {
  terms: PaymentTerms & { salt: bigint };
  paymentId: Bytes32;
  signature: Hex;
}

const PaymentTermsType = [
  { name: "payer", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
  { name: "salt", type: "uint96" },
] as const;

/** Signs a payment to a processor of version 2; it is valid for a year. */
export async function signTerms(
  deployment: Deployment,
  payer: ChainAccount,
  payment: {
    merchantId: bigint;
    amount: bigint;
    salt: bigint;
    currency?: Currency;
    ref?: Bytes32;
  },
): Promise<SignedTerms> {
  const { merchantId, amount, salt, currency = "USDC", ref = zeroBytes32 } = payment;
  const token = deployment.tokens[currency];
  if (!token) throw new Error(`the chain has no ${currency}`);
  const agreed = {
    payer: lowerHex(payer.address),
    merchantId,
    token: token.address,
    amount,
    ref,
    salt,
  };
  const paymentId = hashTypedData({
    domain: {
      name: "Stipend Payments",
      version: "1",
      chainId: deployment.chainId,
      verifyingContract: addressOf(deployment, "processor"),
    },
    types: { PaymentTerms: PaymentTermsType },
    primaryType: "PaymentTerms",
    message: agreed,
  });
  const validBefore = BigInt(Math.floor(Date.now() / 1000) + 365 * 86_400);
  const terms = { ...agreed, validAfter: 0n, validBefore, nonce: paymentId };
  const message = authorizationMessage(deployment, token, terms);
  const signature = await privateKeyToAccount(payer.privateKey).signTypedData(message);
  return { terms, paymentId, signature };
}

/** `payTerms` of the processor. */
export function payTermsCall(deployment: Deployment, { terms, signature }: SignedTerms) {
  const { payer, nonce: _, ...rest } = terms;
  const data = encodeFunctionData({
    abi: paymentProcessorV2Abi,
    functionName: "payTerms",
    args: [{ ...rest, from: payer }, splitSignature(signature)],
  });
  return { to: addressOf(deployment, "processor"), data };
}

/** A merchant's payments in one token. */
export interface TermsGroup {
  merchantId: bigint;
  token: Address;
  payments: readonly SignedTerms[];
}

/** `settleTermsBatch` of the processor. */
export function termsBatchCall(deployment: Deployment, groups: readonly TermsGroup[]) {
  const args = groups.map(({ merchantId, token, payments }) => ({
    merchantId,
    token,
    items: concat(payments.map(packed)),
  }));
  const data = encodeFunctionData({
    abi: paymentProcessorV2Abi,
    functionName: "settleTermsBatch",
    args: [args],
  });
  return { to: addressOf(deployment, "processor"), data };
}

/** Payer 20 bytes, amount 8, validBefore 4, salt 12, ref 32, `r` 32, `vs` 32. */
function packed({ terms, signature }: SignedTerms): Hex {
  const { r, vs } = compactSignature(signature);
  return concat([
    terms.payer,
    numberToHex(terms.amount, { size: 8 }),
    numberToHex(terms.validBefore, { size: 4 }),
    numberToHex(terms.salt, { size: 12 }),
    terms.ref,
    r,
    vs,
  ]);
}
