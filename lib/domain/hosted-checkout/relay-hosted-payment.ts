import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { authorizationDigest, type PaymentTerms } from "@/lib/adapters/chain/payments";
import type { PayStatus, RelayHostedInput } from "@/lib/contract/hosted-pay";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import type { Context, PlatformActor, PublicActor } from "@/lib/domain/context";
import { findSession } from "@/lib/domain/payment-sessions/find-session";
import type { SessionRow } from "@/lib/domain/payment-sessions/session-rows";
import { relayPayment } from "@/lib/domain/relay/intake/relay-payment";
import { termsOf, tokenOf } from "./build-typed-data";
import { hostedNonce, nonceLimit } from "./hosted-nonce";
import { payStatus } from "./pay-status";
import { checkNoOtherPayer } from "./payable-session";

/**
 * Relays what a payer signed on the hosted page. Every term is compared with the session; the relay is
 * then asked with the platform key and with terms that come from the session alone. The same signatures
 * may come again: the key under which they are relayed follows from the authorization.
 * @param asPlatform opens the platform's context for the session's mode
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request`: a term is not the session's (`amount_mismatch`, `token_unsupported`,
 * `merchant_mismatch`, `ref_mismatch`, `nonce_mismatch`), or as `relayPayment`
 * @throws Refusal `session_invalid_state`, `rate_limited`: as `relayPayment`
 */
export async function relayHostedPayment(
  ctx: Context<PublicActor>,
  input: RelayHostedInput,
  asPlatform: (mode: Mode) => Promise<Context<PlatformActor>>,
): Promise<PayStatus> {
  const row = await findSession(ctx, input.sessionId);
  checkTerms(row, input.signed);
  await checkNoOtherPayer(ctx, row, input.signed.payer);
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const request = requestOf(deployment, row, input);
  const platform = await asPlatform(row.mode);
  await relayPayment.run(platform, request, await relayPayment.prepare(platform, request));
  return payStatus(ctx, { sessionId: row.id });
}

function checkTerms(row: SessionRow, signed: RelayHostedInput["signed"]): void {
  const refuse = (param: string, reason: ApiReason) => {
    throw invalidRequest(param, "This is not what the session asks for.", { reason });
  };
  if (signed.token !== row.tokenAddress) refuse("signed.token", "token_unsupported");
  if (signed.amount !== row.amount) refuse("signed.amount", "amount_mismatch");
  if (signed.merchantId !== row.chainMerchantId) refuse("signed.merchantId", "merchant_mismatch");
  if (signed.ref !== row.ref) refuse("signed.ref", "ref_mismatch");
  const nonces = Array.from({ length: nonceLimit }, (_, counter) =>
    hostedNonce(row.id, signed.payer, counter),
  );
  if (!nonces.includes(signed.nonce)) refuse("signed.nonce", "nonce_mismatch");
}

function requestOf(deployment: Deployment, row: SessionRow, input: RelayHostedInput) {
  const terms = termsOf(row, input.signed);
  const { payer, amount, validAfter, validBefore, nonce } = terms;
  return {
    idempotencyKey: hostedKey(deployment, row, terms),
    sessionId: row.id,
    merchantId: terms.merchantId,
    token: terms.token,
    auth: { from: payer, amount, validAfter, validBefore, nonce },
    ref: terms.ref,
    authSignature: input.authSignature,
    intentSignature: input.intentSignature,
  };
}

/** The browser names no key: one authorization is one request, however often it is sent. */
function hostedKey(deployment: Deployment, row: SessionRow, terms: PaymentTerms): string {
  const digest = authorizationDigest(deployment, tokenOf(deployment, row), terms);
  return `h.${row.id}.${digest.slice(2)}`;
}
