import { randomBytes } from "node:crypto";
import { concat, encodeFunctionData, type Hex, numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { PaymentTerms, SaltedTerms } from "@/lib/adapters/chain/calls/payments";
import { compactSignature, splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { Currency } from "@/lib/core/amounts/money";
import { type Address, type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import type { RelayPaymentInput } from "@/lib/domain/payments/intake/payment-request";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { signAuthorization, signTermsOnce } from "@/sdk/src/payer/sign-terms";
import { termsNonce } from "@/sdk/src/payer/terms-nonce";
import type { ChainAccount } from "./chain";
import { deployFurther, registerIn, withDeployment } from "./further-deployment";
import { paymentAt } from "./payment-at";
import { chainTime } from "./relay";
import type { World } from "./world";

/** A payment that a payer has signed once: the authorization's nonce is the payment's id. */
export interface SignedTerms {
  terms: PaymentTerms & { salt: bigint };
  paymentId: Bytes32;
  signature: Hex;
}

/** The nonce of a payment with one signature, as the published client computes it. */
export function termsDigest(deployment: Deployment, terms: SaltedTerms): Bytes32 {
  return termsNonce(paymentAt(deployment, terms));
}

/** Signs a payment with one signature; it is valid for a year. */
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
  const validBefore = BigInt(Math.floor(Date.now() / 1000) + 365 * 86_400);
  const { auth, authSignature } = await signTermsOnce(
    privateKeyToAccount(payer.privateKey),
    token,
    paymentAt(deployment, { ...agreed, validBefore }),
  );
  const { nonce } = auth;
  const terms = { ...agreed, validAfter: 0n, validBefore, nonce };
  return { terms, paymentId: nonce, signature: authSignature };
}

/** `payTerms` of the processor. */
export function payTermsCall(deployment: Deployment, { terms, signature }: SignedTerms) {
  const { payer, nonce: _, ...rest } = terms;
  const data = encodeFunctionData({
    abi: paymentProcessorAbi,
    functionName: "payTerms",
    args: [
      { ...rest, registry: addressOf(deployment, "registry"), from: payer },
      splitSignature(signature),
    ],
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
    abi: paymentProcessorAbi,
    functionName: "settleTermsBatch",
    args: [addressOf(deployment, "registry"), args],
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

/** What tests say differently from an ordinary payment. */
export interface TermsChange extends Partial<PaymentTerms> {
  salt?: bigint;
  idempotencyKey?: string;
  /** What is sent as the salt in place of the one that is signed. */
  sentSalt?: bigint;
}

/** A relay request that a payer has signed once: for a session where one is given, and valid for 15 minutes. */
export async function signOnce(
  world: World,
  payer: ChainAccount,
  session: SessionView | null,
  change: TermsChange = {},
): Promise<RelayPaymentInput> {
  const deployment = world.deployment();
  const token = deployment.tokens.USDC;
  if (!token) throw new Error("the local chain has USDC");
  const { idempotencyKey = `key-${randomBytes(8).toString("hex")}`, sentSalt, ...other } = change;
  const agreed = {
    merchantId: world.merchant.chainMerchantId.test,
    token: token.address,
    payer: lowerHex(payer.address),
    amount: session?.amount ?? 5_000_000n,
    ref: session?.ref ?? lowerHex(`0x${randomBytes(32).toString("hex")}`),
    salt: 0n,
    validAfter: 0n,
    validBefore: (await chainTime(world)) + 900n,
    ...other,
  };
  const terms = { nonce: termsDigest(deployment, agreed), ...agreed };
  const { authSignature } = await signAuthorization(
    privateKeyToAccount(payer.privateKey),
    token,
    paymentAt(deployment, terms),
  );
  return {
    idempotencyKey,
    merchantId: terms.merchantId,
    token: terms.token,
    auth: {
      from: terms.payer,
      amount: terms.amount,
      validAfter: terms.validAfter,
      validBefore: terms.validBefore,
      nonce: terms.nonce,
    },
    ref: terms.ref,
    authSignature: splitSignature(authSignature),
    salt: sentSalt ?? terms.salt,
    sessionId: session?.id,
  };
}

/** A further deployment on the world's chain, with the world's merchant registered there. */
export async function onFurtherDeployment(world: World): Promise<World> {
  const file = await deployFurther(world.chain, ["processor"]);
  return registerIn(await withDeployment(world, world.chain, file));
}
