import { type Hex, keccak256, slice, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Account } from "@/chaos/rig/accounts";
import {
  authorizationMessage,
  type PaymentTerms,
  paymentIntentMessage,
  termsNonce,
  tokenDomain,
} from "@/lib/adapters/chain/calls/payments";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";

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
    const bound = { ...salted, nonce: termsNonce(deployment, salted) };
    const message = authorizationMessage(deployment, token, bound);
    return { ...bound, signatures, authSignature: await signer.signTypedData(message) };
  }
  const [authSignature, intentSignature] = await Promise.all([
    signer.signTypedData(authorizationMessage(deployment, token, full)),
    signer.signTypedData(paymentIntentMessage(deployment, full)),
  ]);
  return { ...full, signatures, authSignature, intentSignature };
}

/** A payer's word that an authorization shall not be executed any more (EIP-3009). */
export async function signCancellation(payer: Account, token: Token, nonce: Hex) {
  const signature = await signerOf(payer).signTypedData({
    domain: tokenDomain(token),
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer.address, nonce },
  });
  return {
    v: Number(slice(signature, 64)),
    r: slice(signature, 0, 32),
    s: slice(signature, 32, 64),
  };
}

/** The same signature as wallets of another kind give it: split, with its parity as 0 or 1. */
export function splitWithParity(signature: Hex): { v: number; r: Hex; s: Hex } {
  return {
    v: Number(slice(signature, 64)) - 27,
    r: slice(signature, 0, 32),
    s: slice(signature, 32, 64),
  };
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
