import { authorizationDigest, type PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { addressOf, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import type { PayStatus, RelayHostedInput } from "@/lib/contract/payments/hosted-pay";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { ApiReason } from "@/lib/core/refusal-reasons";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import { findSession } from "@/lib/domain/payments/sessions/find-session";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, PlatformActor, PublicActor } from "@/lib/domain/platform/context";
import { termsOf, tokenOf } from "./agree-terms";
import {
  checkNoOtherAuthorization,
  FIRST_SIGNATURES,
  findSigningRequest,
  hostedNonces,
} from "./hosted-nonce";
import { payStatus } from "./pay-status";

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
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  checkTerms(deployment, row, input.signed);
  const { payer } = input.signed;
  const nonces = await agreedNonces(ctx, deployment, row, input);
  await checkNoOtherAuthorization(ctx.db, row.id, { payer, nonces });
  const request = requestOf(deployment, row, input);
  const platform = await asPlatform(row.mode);
  await relayPayment.run(platform, request, await relayPayment.prepare(platform, request));
  return payStatus(ctx, { sessionId: row.id });
}

function refuse(param: string, reason: ApiReason): never {
  throw invalidRequest(param, "The payment does not match the session.", { reason });
}

function checkTerms(
  deployment: Deployment,
  row: SessionRow,
  signed: RelayHostedInput["signed"],
): void {
  const registry = addressOf(deployment, "registry");
  if (signed.registry !== registry) refuse("signed.registry", "merchant_mismatch");
  if (signed.token !== row.tokenAddress) refuse("signed.token", "token_unsupported");
  if (signed.amount !== row.amount) refuse("signed.amount", "amount_mismatch");
  if (signed.merchantId !== row.chainMerchantId) refuse("signed.merchantId", "merchant_mismatch");
  if (signed.ref !== row.ref) refuse("signed.ref", "ref_mismatch");
}

/**
 * The nonces of the payer for the session, in the form in which it was asked; what was signed has one of
 * them, and with one signature the one that the salt stands for.
 */
async function agreedNonces(
  { db }: Pick<Context, "db">,
  deployment: Deployment,
  row: SessionRow,
  input: RelayHostedInput,
): Promise<Bytes32[]> {
  const { payer, nonce } = input.signed;
  const given = "salt" in input ? 1 : 2;
  const earlier = await findSigningRequest(db, row.id, payer);
  const signatures = earlier?.signatures ?? FIRST_SIGNATURES;
  const nonces = hostedNonces(deployment, row, { payer, signatures });
  const place = BigInt(nonces.indexOf(nonce));
  const isAgreed = "salt" in input ? place === input.salt : place >= 0n;
  if (given !== signatures || !isAgreed) refuse("signed.nonce", "nonce_mismatch");
  return nonces;
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
    ...("salt" in input ? { salt: input.salt } : { intentSignature: input.intentSignature }),
  };
}

/** The browser names no key: one authorization is one request, however often it is sent. */
function hostedKey(deployment: Deployment, row: SessionRow, terms: PaymentTerms): string {
  const digest = authorizationDigest(deployment, tokenOf(deployment, row), terms);
  return `h.${row.id}.${digest.slice(2)}`;
}
