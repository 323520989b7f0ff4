import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, hashTypedData, parseSignature, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { DemoMode } from "@/scripts/run/demo/demo-info";
import { createStipend, type Stipend } from "@/sdk/src/stipend";
import type { PaymentSession, RelaySubmission } from "@/sdk/src/types.generated";

const POLL_MS = 250;

/** The API with the demo's secret key. */
export function connectApi({ baseUrl, apiKeys }: DemoMode): Stipend {
  return createStipend({ baseUrl, key: apiKeys.secret });
}

// Written out and not shared with the app: an integrator writes this program from the reference alone.

/** Before the end of the session, whose time is the chain's but for a minute. */
const SPARE_SECONDS = 120;

/** What a session says of its payment. */
interface Payable {
  amount: string;
  ref: Hex;
  chainId: number;
  processorAddress: Hex;
  tokenAddress: Hex;
  chainMerchantId: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** How a token names itself in what is signed. */
interface Token {
  name: string;
  version: string;
}

/**
 * One signature: the authorization's nonce is the digest of the payment's terms. The salt is the one that
 * the pay page begins with, so that page and program together can charge once.
 */
async function signOnce(session: Payable, token: Token, privateKey: Hex) {
  const payer = privateKeyToAccount(privateKey);
  const salt = 0n;
  const nonce = hashTypedData({
    domain: processorDomain(session),
    types: { PaymentTerms: [...commonFields, { name: "salt", type: "uint96" }] },
    primaryType: "PaymentTerms",
    message: { ...commonTerms(session, payer), salt },
  });
  return { ...(await authorize(session, token, payer, nonce)), salt: salt.toString() };
}

/** Two signatures: the nonce is free, and a second message binds it to the merchant and the session. */
async function signTwice(session: Payable, token: Token, privateKey: Hex) {
  const payer = privateKeyToAccount(privateKey);
  const nonce = toHex(randomBytes(32));
  const intent = await payer.signTypedData({
    domain: processorDomain(session),
    types: { PaymentIntent: [...commonFields, { name: "nonce", type: "bytes32" }] },
    primaryType: "PaymentIntent",
    message: { ...commonTerms(session, payer), nonce },
  });
  const authorized = await authorize(session, token, payer, nonce);
  return { ...authorized, intentSignature: split(intent) };
}

/** The token's authorization for the processor to take the amount, once. */
async function authorize(session: Payable, token: Token, payer: PrivateKeyAccount, nonce: Hex) {
  const { chainId, processorAddress, tokenAddress, amount } = session;
  const validBefore = BigInt(Math.floor(Date.parse(session.expiresAt) / 1_000) - SPARE_SECONDS);
  const { name, version } = token;
  const signature = await payer.signTypedData({
    domain: { name, version, chainId, verifyingContract: tokenAddress },
    types: {
      ReceiveWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer.address,
      to: processorAddress,
      value: BigInt(amount),
      validAfter: 0n,
      validBefore,
      nonce,
    },
  });
  const auth = {
    from: payer.address,
    amount,
    validAfter: "0",
    validBefore: validBefore.toString(),
    nonce,
  };
  return { auth, authSignature: split(signature) };
}

const commonFields = [
  { name: "payer", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
] as const;

const commonTerms = (session: Payable, { address }: PrivateKeyAccount) => ({
  payer: address,
  merchantId: BigInt(session.chainMerchantId),
  token: session.tokenAddress,
  amount: BigInt(session.amount),
  ref: session.ref,
});

const processorDomain = ({ chainId, processorAddress }: Payable) => ({
  name: "Stipend Payments",
  version: "1",
  chainId,
  verifyingContract: processorAddress,
});

function split(signature: Hex) {
  const { r, s, yParity } = parseSignature(signature);
  return { v: 27 + yParity, r, s };
}

/**
 * Pays a session from a wallet without ether, as an integrator would: the payer signs the token's
 * authorization (EIP-3009), and also a payment intent (EIP-712) where the processor takes two signatures
 * alone; the relay settles it.
 * @returns the relay submission, not yet mined
 */
export async function payByApi(
  api: Stipend,
  session: PaymentSession,
  privateKey: Hex,
): Promise<RelaySubmission> {
  const token = await api.tokens.get({ address: session.tokenAddress });
  const sign = session.signatures.includes(1) ? signOnce : signTwice;
  return await api.relay.pay({
    idempotencyKey: `pay-${session.id}`,
    merchantId: session.chainMerchantId,
    token: session.tokenAddress,
    ref: session.ref,
    sessionId: session.id,
    ...(await sign(session as Payable, token, privateKey)),
  });
}

/**
 * Waits until the session is no longer payable.
 * @throws Error when that takes longer than `timeoutMs`
 */
export async function waitUntilClosed(
  api: Stipend,
  sessionId: string,
  timeoutMs = 60_000,
): Promise<PaymentSession> {
  const startedAt = performance.now();
  for (;;) {
    const session = await api.paymentSessions.get({ id: sessionId });
    if (session.status !== "pending") return session;
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(`${sessionId} is still pending after ${timeoutMs / 1_000} s`);
    }
    await sleep(POLL_MS);
  }
}
