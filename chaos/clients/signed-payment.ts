import { type Hex, keccak256, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Account } from "@/chaos/rig/accounts";
import type { PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { splitSignature } from "@/lib/adapters/chain/calls/signatures";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import { cancelAuthorizationMessage } from "@/sdk/src/payer/payment-messages";
import { signTermsOnce, signTermsTwice } from "@/sdk/src/payer/sign-terms";
import { paymentAt } from "@/testing/payment-at";

/** What a payer agrees to; `counter` makes the authorization's nonce, or is the salt that it follows from. */
export interface AgreedTerms
  extends Pick<PaymentTerms, "merchantId" | "amount" | "validAfter" | "validBefore" | "ref"> {
  nonce: Hex;
  counter: number;
}

/** A payer's signatures under what it pays: the authorization's alone, or the intent's as well. */
export async function signPayment(
  payer: Account,
  deployment: Deployment,
  token: Token,
  agreed: AgreedTerms,
  signatures: SignedPayment["signatures"],
): Promise<SignedPayment> {
  const signer = signerOf(payer);
  const { counter, ...terms } = agreed;
  const full = { ...terms, payer: payer.address, token: token.address };
  if (signatures === 1) {
    const salted = { ...full, salt: BigInt(counter) };
    const payment = paymentAt(deployment, salted);
    const { auth, authSignature } = await signTermsOnce(signer, token, payment);
    return { ...salted, nonce: auth.nonce, signatures, authSignature };
  }
  const payment = paymentAt(deployment, full);
  const { authSignature, intentSignature } = await signTermsTwice(signer, token, payment);
  return { ...full, signatures, authSignature, intentSignature };
}

/** A payer's word that an authorization shall not be executed any more (EIP-3009). */
export async function signCancellation(payer: Account, token: Token, nonce: Hex) {
  const message = cancelAuthorizationMessage(token, { payer: payer.address, nonce });
  return splitSignature(await signerOf(payer).signTypedData(message));
}

/** The same signature as wallets of another kind give it: split, with its parity as 0 or 1. */
export function splitWithParity(signature: Hex): { v: number; r: Hex; s: Hex } {
  const { v, r, s } = splitSignature(signature);
  return { v: v - 27, r, s };
}

/** A nonce for an authorization, fixed by what it is for. */
export function nonceOf(...parts: readonly (string | number)[]): Hex {
  return keccak256(toHex(parts.join("|")));
}

const signers = new Map<Hex, PrivateKeyAccount>();

function signerOf({ privateKey }: Account): PrivateKeyAccount {
  const known = signers.get(privateKey) ?? privateKeyToAccount(privateKey);
  signers.set(privateKey, known);
  return known;
}
