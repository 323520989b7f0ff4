import { checkAgreed } from "./not-as-agreed-error";
import type { AgreedPayment } from "./payment-messages";
import { refOf } from "./ref-of";
import { relayKey } from "./relay-key";
import { type SignedAuthorization, signTermsOnce, signTermsTwice } from "./sign-terms";
import type { Hex, TokenDomain, TypedDataSigner, Whole } from "./typed-data";

/** Left before the session expires, whose time is the chain's. */
const SPARE_MS = 120_000;
/** The relay takes an authorization that is valid for 24 hours at most. */
const VALID_MS = 12 * 3_600_000;

/** What signing reads of a payment session. */
export interface PayableSession {
  readonly id: string;
  readonly amount: string;
  readonly ref: string;
  readonly chainId: number;
  readonly processorAddress: string;
  readonly registryAddress: string;
  readonly signatures: readonly (1 | 2)[];
  readonly tokenAddress: string;
  readonly chainMerchantId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What is paid, and what the payer has agreed to. */
export interface PaymentOptions {
  /** From `checkout.getSession` or `paymentSessions.get`. */
  readonly session: PayableSession;
  /** From `tokens.get`, of the session's token and chain. */
  readonly token: TokenDomain;
  /** What is compared with the session before anything is signed: the amount, and what else the payer knows. */
  readonly agreed: Pick<AgreedPayment, "amount"> &
    Partial<Pick<AgreedPayment, "chainId" | "processor" | "registry" | "merchantId" | "token">>;
  /** Unix seconds; by default 12 hours ahead, and two minutes before the session expires. */
  readonly validBefore?: Whole;
  /** By default `pay-`, the session's id and a digest of the signatures: each signing has its own. */
  readonly idempotencyKey?: string;
}

type SignedPayment = SignedAuthorization & {
  readonly salt?: string;
  readonly intentSignature?: Hex;
};

/** A signed payment as `relay.pay` takes it. */
export type RelayedPayment = SignedPayment & {
  readonly idempotencyKey: string;
  readonly sessionId: string;
};

/**
 * Signs the payment of a session. One message where the session's processor takes one signature, otherwise two; the
 * salt is the one that the hosted page begins with, so that page and program together can charge once.
 * @returns what `relay.pay` takes
 * @throws NotAsAgreedError: the session, or the token, is not what was agreed
 * @example
 * const body = await signPayment(privateKeyToAccount(key), {
 *   session, token, agreed: { amount: "2500000", chainId: 8453 },
 * });
 * await stipend.relay.pay(body);
 */
export async function signPayment(
  signer: TypedDataSigner,
  options: PaymentOptions,
): Promise<RelayedPayment> {
  const { session, token, agreed } = options;
  const payment = paymentOf(session, signer.address);
  checkAgreed(payment, { ...agreed, ref: refOf(session.id) });
  checkAgreed(
    { token: token.address, chainId: token.chainId },
    {
      token: payment.token,
      chainId: payment.chainId,
    },
  );
  const terms = { ...payment, validBefore: options.validBefore ?? defaultEnd(session) };
  const signed: SignedPayment = session.signatures.includes(1)
    ? await signTermsOnce(signer, token, { ...terms, salt: "0" })
    : await signTermsTwice(signer, token, { ...terms, nonce: randomNonce() });
  const key = relayKey(`pay-${session.id}`, [signed.authSignature, signed.intentSignature ?? "0x"]);
  return { idempotencyKey: options.idempotencyKey ?? key, sessionId: session.id, ...signed };
}

/** What a session asks a payer for. */
function paymentOf(session: PayableSession, payer: string): AgreedPayment {
  return {
    chainId: session.chainId,
    processor: session.processorAddress,
    payer,
    registry: session.registryAddress,
    merchantId: session.chainMerchantId,
    token: session.tokenAddress,
    amount: session.amount,
    ref: session.ref,
  };
}

/** The server's clock may be ahead of this one in test mode, and the session was made by it. */
function defaultEnd({ createdAt, expiresAt }: PayableSession): string {
  const now = Math.max(Date.now(), Date.parse(createdAt));
  const endMs = Math.min(now + VALID_MS, Date.parse(expiresAt) - SPARE_MS);
  return String(Math.floor(endMs / 1_000));
}

function randomNonce(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
