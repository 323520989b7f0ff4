import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import type { DemoMode } from "./demo-info";
import { signOnce, signTwice, type Token } from "./sign-payment";

const POLL_MS = 250;

/** What is read of a payment session. */
export interface Session {
  id: string;
  status: string;
  amount: string;
  ref: Hex;
  chainId: number;
  processorAddress: Hex;
  /** With how many signatures the processor takes a payment. */
  signatures: readonly number[];
  tokenAddress: Hex;
  chainMerchantId: string;
  checkoutUrl: string;
  transactionId: string | null;
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
 * authorization (EIP-3009), and also a payment intent (EIP-712) where the processor takes two signatures
 * alone; the relay settles it.
 * @returns the relay submission, not yet mined
 */
export async function payByApi(
  api: Api,
  session: Session,
  privateKey: Hex,
): Promise<{ idempotencyKey: string; status: string }> {
  const token = await api<Token>("GET", `/v1/tokens/${session.tokenAddress}`);
  const sign = session.signatures.includes(1) ? signOnce : signTwice;
  return await api("POST", "/v1/relay/payments", {
    idempotencyKey: `pay-${session.id}`,
    merchantId: session.chainMerchantId,
    token: session.tokenAddress,
    ref: session.ref,
    sessionId: session.id,
    ...(await sign(session, token, privateKey)),
  });
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
