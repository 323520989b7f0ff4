import { createHash } from "node:crypto";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { InputOf } from "@/lib/contract/endpoint";
import type { relayPayment } from "@/lib/contract/payments/relay";
import type { Address, Hex } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { MerchantActor, PlatformActor } from "@/lib/domain/platform/context";
import { readSignatures } from "@/lib/domain/wallets/creations/read-signatures";

export type RelayPaymentInput = InputOf<typeof relayPayment>;

/** Who asks: a merchant for itself, or the hosted page for the merchant of a session. */
export type RequestOwner =
  | { readonly origin: "api"; readonly mode: Mode; readonly merchantId: string }
  | { readonly origin: "hosted"; readonly mode: Mode };

/** A relay request in one form: however it was written, equal requests are equal here. */
export interface PaymentRequest {
  readonly owner: RequestOwner;
  readonly idempotencyKey: string;
  readonly sessionId: string | undefined;
  readonly chainId: number | undefined;
  readonly registry: Address | undefined;
  readonly payment: SignedPayment;
  /** How the payer's wallet comes to be, where it may have no code yet (ERC-6492). */
  readonly creation: WalletCreation | null;
  /** The first half of a SHA-256 of all of it but the key, and but the creation, which claims nothing. */
  readonly hash: Hex;
}

/**
 * Brings a request into its one form: signatures as bytes with v of 27 or 28, numbers as numbers.
 * @throws Refusal `invalid_request`: the platform key names no session, or a signature is malformed
 */
export function paymentRequest(
  actor: MerchantActor | PlatformActor,
  input: RelayPaymentInput,
): PaymentRequest {
  const { sessionId, chainId, registry } = input;
  if (actor.kind === "platform" && sessionId === undefined) {
    throw invalidRequest("sessionId", "The platform key can relay only for a session.", {
      reason: "payment_session_required",
    });
  }
  const { payment, creation } = signedPayment(input);
  return {
    owner: ownerOf(actor),
    idempotencyKey: input.idempotencyKey,
    sessionId,
    chainId,
    registry,
    payment,
    creation,
    hash: hashOf(payment, { sessionId, chainId, registry }),
  };
}

function ownerOf(actor: MerchantActor | PlatformActor): RequestOwner {
  return actor.kind === "platform"
    ? { origin: "hosted", mode: actor.mode }
    : { origin: "api", mode: actor.mode, merchantId: actor.merchantId };
}

/**
 * @throws Refusal `invalid_request`: neither the intent's signature nor a salt, or both
 */
function signedPayment(input: RelayPaymentInput): Pick<PaymentRequest, "payment" | "creation"> {
  const { auth, authSignature, intentSignature, salt } = input;
  const { from: payer, ...authorization } = auth;
  const terms = {
    ...authorization,
    payer,
    merchantId: input.merchantId,
    token: input.token,
    ref: input.ref,
  };
  if (intentSignature !== undefined && salt === undefined) {
    const { signatures, creation } = readSignatures({ authSignature, intentSignature });
    return { payment: { ...terms, ...signatures, signatures: 2 }, creation };
  }
  if (salt !== undefined && intentSignature === undefined) {
    const { signatures, creation } = readSignatures({ authSignature });
    return { payment: { ...terms, ...signatures, signatures: 1, salt }, creation };
  }
  throw invalidRequest("intentSignature", "Either the intent's signature or a salt is needed.", {
    reason: "validation_failed",
  });
}

/**
 * What names neither chain nor registry has the hash that it had before they could be named, and what has two
 * signatures that of before one was enough.
 */
function hashOf(
  payment: SignedPayment,
  { sessionId, chainId, registry }: Pick<PaymentRequest, "sessionId" | "chainId" | "registry">,
): Hex {
  const { merchantId, token, payer, amount, validAfter, validBefore, nonce, ref } = payment;
  const terms = [merchantId, token, payer, amount, validAfter, validBefore, nonce, ref];
  const binding = payment.signatures === 1 ? `salt ${payment.salt}` : payment.intentSignature;
  const text = JSON.stringify([
    "payment",
    sessionId ?? null,
    ...[...terms, payment.authSignature, binding].map(String),
    ...(chainId === undefined ? [] : [chainId]),
    ...(registry === undefined ? [] : [registry]),
  ]);
  return `0x${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
