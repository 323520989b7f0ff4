import { authorizationMessage, paymentIntentMessage } from "@/lib/adapters/chain/calls/payments";
import { addressOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { SignInput, SigningRequest } from "@/lib/contract/payments/hosted-pay";
import { digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { refuseOtherChain } from "@/lib/domain/payments/intake/choose-request-deployment";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { type AgreedTerms, agreeTerms, signingSeconds } from "./agree-terms";
import { payableSession } from "./payable-session";
import { typedDataOf } from "./typed-data-of";

/**
 * Words what a payer signs for a session: the token's authorization (EIP-3009) of exactly the amount, valid
 * for a quarter of an hour by the chain's clock. With one signature its nonce is the digest of the payment's
 * terms; with two an intent (EIP-712) binds it to the merchant and the session.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: not to be paid now, or `other_wallet_pending`
 * @throws Refusal `idempotency_error` with `authorization_pending`
 * @throws Refusal `invalid_request` with `chain_mismatch`: the session has moved to another chain
 */
export async function buildTypedData(
  ctx: Context<PublicActor>,
  { sessionId, payer, chainId }: SignInput,
): Promise<SigningRequest> {
  const row = await payableSession(ctx, sessionId);
  const { chainId: current } = deploymentById(ctx.chains, row.deploymentId);
  if (chainId !== undefined && chainId !== current) throw refuseOtherChain(current);
  const found = await agreeTerms(ctx, row, { payer });
  const { deployment, token, terms } = found;
  return {
    authorization: typedDataOf(authorizationMessage(deployment, token, terms)),
    signed: {
      payer: checksumAddress(payer),
      registry: checksumAddress(addressOf(deployment, "registry")),
      merchantId: digits(terms.merchantId),
      token: checksumAddress(terms.token),
      amount: digits(terms.amount),
      ref: terms.ref,
      nonce: terms.nonce,
      validBefore: digits(terms.validBefore),
    },
    ...bindingOf(found),
    signBefore: new Date(Number(terms.validBefore) * 1000).toISOString(),
    secondsToSign: Number(signingSeconds),
  };
}

/** What ties the authorization to the order: how its nonce was made, or a second message. */
function bindingOf({ deployment, agreed: { signatures, counter }, terms }: AgreedTerms) {
  if (signatures === 1) return { signatures, salt: digits(counter) };
  return { signatures, intent: typedDataOf(paymentIntentMessage(deployment, terms)) };
}
