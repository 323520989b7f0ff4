import {
  authorizationDigest,
  authorizationMessage,
  paymentIntentMessage,
  termsMessage,
} from "@/lib/adapters/chain/calls/payments";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import {
  type requestSessionSigning as declaration,
  signingForms,
} from "@/lib/contract/payments/checkout-signing";
import type { SignatureCount } from "@/lib/contract/payments/hosted-pay";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { type AgreedTerms, agreeTerms } from "./agree-terms";
import { countSigning } from "./count-signing";
import { moveSession } from "./move-session";
import { payableSession } from "./payable-session";
import { authorizationMeaning, intentMeaning } from "./payment-meaning";
import { walletDataOf } from "./typed-data-of";

type Signing = OutputOf<typeof declaration>;

const formOf = { 1: signingForms[0], 2: signingForms[1] } as const;
const signaturesOf = { one_signature: 1, two_signatures: 2 } as const satisfies Record<
  string,
  SignatureCount
>;

/**
 * Words what a payer signs for a session, as the hosted page does and in the same row of what it was asked, with the
 * body that relays it.
 * @throws Refusal `not_found`; `rate_limited` with `payer_limit`
 * @throws Refusal `session_invalid_state`: not to be paid now, or `other_wallet_pending`
 * @throws Refusal with a `chainId`, as `moveSession`
 * @throws Refusal `idempotency_error` with `authorization_pending`: what was asked before can still be executed
 */
export async function requestSessionSigning(
  ctx: Context<PublicActor>,
  { id, payer, form, chainId }: InputOf<typeof declaration>,
): Promise<Signing> {
  const found = await payableSession(ctx, id);
  await countSigning(ctx, id, payer);
  const row = chainId === undefined ? found : await moveSession(ctx, { sessionId: id, chainId });
  const { name } = await readHostedMerchant(ctx.db, row);
  const agreed = await agreeTerms(ctx, row, { payer, signatures: form && signaturesOf[form] });
  return {
    object: "payment_signing",
    sessionId: row.id,
    payer,
    form: formOf[agreed.agreed.signatures],
    ...messagesOf(agreed, name),
    relay: relayOf(agreed),
    signBefore: new Date(Number(agreed.terms.validBefore) * 1_000),
  };
}

function messagesOf(agreed: AgreedTerms, merchant: string): Pick<Signing, "messages" | "terms"> {
  const { deployment, token, terms } = agreed;
  const { signatures, counter: salt } = agreed.agreed;
  const authorization = {
    fills: "authSignature",
    meaning: authorizationMeaning(agreed, merchant),
    typedData: walletDataOf(authorizationMessage(deployment, token, terms)),
  } as const;
  if (signatures === 1) {
    const nonceOf = walletDataOf(termsMessage(deployment, { ...terms, salt }));
    return { messages: [authorization], terms: nonceOf };
  }
  const intent = {
    fills: "intentSignature",
    meaning: intentMeaning(agreed, merchant),
    typedData: walletDataOf(paymentIntentMessage(deployment, terms)),
  } as const;
  return { messages: [authorization, intent], terms: null };
}

/** The key follows from what is signed: the same signatures are one request, however often they are sent. */
function relayOf({ row, deployment, token, terms, agreed }: AgreedTerms): Signing["relay"] {
  const { payer, amount, validAfter, validBefore, nonce, ref } = terms;
  const digest = authorizationDigest(deployment, token, terms);
  const body = {
    idempotencyKey: `pay.${row.id}.${digest.slice(2)}`,
    sessionId: row.id,
    merchantId: terms.merchantId,
    token: terms.token,
    auth: { from: payer, amount, validAfter, validBefore, nonce },
    ref,
    authSignature: null,
  };
  const to = { method: "POST", path: "/v1/relay/payments" } as const;
  return agreed.signatures === 1
    ? { ...to, body: { ...body, salt: agreed.counter }, blanks: ["authSignature"] }
    : {
        ...to,
        body: { ...body, intentSignature: null },
        blanks: ["authSignature", "intentSignature"],
      };
}
