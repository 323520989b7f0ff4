import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { DemoMode } from "@/scripts/run/demo/demo-info";
import { signPayment } from "@/sdk/src/payer/sign-payment";
import { createStipend, type Stipend } from "@/sdk/src/stipend";
import type { PaymentSession, RelaySubmission } from "@/sdk/src/types.generated";

const POLL_MS = 250;

/** The API with the demo's secret key. */
export function connectApi({ baseUrl, apiKeys }: DemoMode): Stipend {
  return createStipend({ baseUrl, key: apiKeys.secret });
}

/**
 * Pays a session from a wallet without ether, as an integrator would: the payer signs the token's
 * authorization (EIP-3009), and also a payment intent (EIP-712) where the processor takes two signatures
 * alone; the relay settles it.
 * @param validBefore Unix seconds, where this machine's clock is not the chain's; 12 hours ahead by default
 * @returns the relay submission, not yet mined
 */
export async function payByApi(
  api: Stipend,
  session: PaymentSession,
  privateKey: Hex,
  validBefore?: bigint,
): Promise<RelaySubmission> {
  const { amount, tokenAddress: address, chainId } = session;
  const token = await api.tokens.get({ address, chainId });
  const payer = privateKeyToAccount(privateKey);
  const end = validBefore === undefined ? {} : { validBefore };
  const signed = await signPayment(payer, { session, token, agreed: { amount }, ...end });
  return await api.relay.pay(signed);
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
