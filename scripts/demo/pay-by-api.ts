import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, parseSignature, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { DemoMode } from "./demo-info";

const VALID_SECONDS = 3_600;
const POLL_MS = 250;

/** What is read of a payment session. */
export interface Session {
  id: string;
  status: string;
  amount: string;
  ref: Hex;
  chainId: number;
  processorAddress: Hex;
  tokenAddress: Hex;
  chainMerchantId: string;
  checkoutUrl: string;
  transactionId: string | null;
}

interface Token {
  name: string;
  version: string;
}

/** The API has refused a call. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Calls the API and returns the body of a success. */
export type Api = <Answer>(method: "GET" | "POST", path: string, body?: unknown) => Promise<Answer>;

/**
 * The API with the demo's secret key.
 * @throws ApiError of a call that is not a success: its status, and what the API says
 * @throws Error of a call: no server answers
 */
export function connectApi({ baseUrl, apiKeys }: DemoMode): Api {
  return async <Answer>(method: "GET" | "POST", path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKeys.secret}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch(() => {
      throw new Error(`Nothing answers at ${baseUrl}: is the demo running? npm run demo starts it`);
    });
    const text = await response.text();
    if (!response.ok) {
      throw new ApiError(
        response.status,
        `${method} ${path}: ${response.status} ${whyRefused(text)}`,
      );
    }
    return JSON.parse(text) as Answer;
  };
}

/** The message of the API's error; the whole body when it is none of the API's. */
function whyRefused(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return text;
  }
}

/**
 * Pays a session from a wallet without ether, as an integrator would: the payer signs the token's
 * authorization (EIP-3009) and the payment intent (EIP-712), and the relay settles both.
 * @returns the relay submission, not yet mined
 */
export async function payByApi(
  api: Api,
  session: Session,
  privateKey: Hex,
): Promise<{ idempotencyKey: string; status: string }> {
  const token = await api<Token>("GET", `/v1/tokens/${session.tokenAddress}`);
  const { auth, authSignature, intentSignature } = await signPayment(session, token, privateKey);
  return await api("POST", "/v1/relay/payments", {
    idempotencyKey: `pay-${session.id}`,
    merchantId: session.chainMerchantId,
    token: session.tokenAddress,
    auth,
    ref: session.ref,
    authSignature,
    intentSignature,
    sessionId: session.id,
  });
}

async function signPayment(session: Session, token: Token, privateKey: Hex) {
  const payer = privateKeyToAccount(privateKey);
  const { chainId, processorAddress, tokenAddress } = session;
  const amount = BigInt(session.amount);
  const nonce = toHex(randomBytes(32));
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + VALID_SECONDS);
  const authorization = await payer.signTypedData({
    domain: { ...domainOf(token), chainId, verifyingContract: tokenAddress },
    types: { ReceiveWithAuthorization: authorizationFields },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer.address,
      to: processorAddress,
      value: amount,
      validAfter: 0n,
      validBefore,
      nonce,
    },
  });
  const intent = await payer.signTypedData({
    domain: {
      name: "Stipend Payments",
      version: "1",
      chainId,
      verifyingContract: processorAddress,
    },
    types: { PaymentIntent: intentFields },
    primaryType: "PaymentIntent",
    message: {
      payer: payer.address,
      merchantId: BigInt(session.chainMerchantId),
      token: tokenAddress,
      amount,
      ref: session.ref,
      nonce,
    },
  });
  return {
    auth: {
      from: payer.address,
      amount: session.amount,
      validAfter: "0",
      validBefore: validBefore.toString(),
      nonce,
    },
    authSignature: split(authorization),
    intentSignature: split(intent),
  };
}

const domainOf = ({ name, version }: Token) => ({ name, version });

// Written out and not shared with the app: this is a program of somebody who has the reference alone.
const authorizationFields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const intentFields = [
  { name: "payer", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
  { name: "nonce", type: "bytes32" },
] as const;

function split(signature: Hex) {
  const { r, s, yParity } = parseSignature(signature);
  return { v: 27 + yParity, r, s };
}

/**
 * Waits until the session is no longer payable.
 * @throws Error when that takes longer than `timeoutMs`
 */
export async function waitUntilClosed(
  api: Api,
  sessionId: string,
  timeoutMs = 60_000,
): Promise<Session> {
  const startedAt = performance.now();
  for (;;) {
    const session = await api<Session>("GET", `/v1/payment-sessions/${sessionId}`);
    if (session.status !== "pending") return session;
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(`${sessionId} is still pending after ${timeoutMs / 1_000} s`);
    }
    await sleep(POLL_MS);
  }
}
