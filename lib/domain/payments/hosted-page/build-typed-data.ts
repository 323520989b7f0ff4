import {
  authorizationMessage,
  type PaymentTerms,
  paymentIntentMessage,
} from "@/lib/adapters/chain/calls/payments";
import {
  addressOf,
  type Deployment,
  deploymentById,
  type Token,
  tokenAt,
} from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { SigningRequest, WalletInput } from "@/lib/contract/payments/hosted-pay";
import { digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { type AgreedNonce, agreeNonce } from "./agree-nonce";
import { payableSession } from "./payable-session";
import { typedDataOf } from "./typed-data-of";

/** How long the payer has to sign, and the network to take what was signed. */
const signingSeconds = 15n * 60n;

/**
 * Words what a payer signs for a session: the token's authorization (EIP-3009) of exactly the amount, valid
 * for a quarter of an hour by the chain's clock. With one signature its nonce is the digest of the payment's
 * terms; with two an intent (EIP-712) binds it to the merchant and the session.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: not to be paid now, `authorization_pending`, or
 * `other_wallet_pending`
 */
export async function buildTypedData(
  ctx: Context<PublicActor>,
  { sessionId, payer }: WalletInput,
): Promise<SigningRequest> {
  const row = await payableSession(ctx, sessionId);
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const { chain } = deployment;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const [block, attempts] = await Promise.all([latestBlock(chain, rpc), countAttempts(ctx, row)]);
  // A second more for each earlier attempt: signed again before the next block, it would else be that one.
  const validBefore = block.timestamp + signingSeconds + attempts;
  const source = { db: ctx.db, chains: ctx.chains, chain: { ...chain, rpc } };
  const agreed = await agreeNonce(source, deployment, row, { payer, validBefore });
  const terms = termsOf(row, { payer, nonce: agreed.nonce, validBefore });
  return {
    authorization: typedDataOf(authorizationMessage(deployment, tokenOf(deployment, row), terms)),
    signed: {
      payer: checksumAddress(payer),
      registry: checksumAddress(addressOf(deployment, "registry")),
      merchantId: digits(terms.merchantId),
      token: checksumAddress(terms.token),
      amount: digits(terms.amount),
      ref: terms.ref,
      nonce: terms.nonce,
      validBefore: digits(validBefore),
    },
    ...bindingOf(deployment, agreed, terms),
    signBefore: new Date(Number(validBefore) * 1000).toISOString(),
    secondsToSign: Number(signingSeconds),
  };
}

/** What ties the authorization to the order: how its nonce was made, or a second message. */
function bindingOf(deployment: Deployment, agreed: AgreedNonce, terms: PaymentTerms) {
  const { signatures, counter } = agreed;
  if (signatures === 1) return { signatures, salt: digits(counter) };
  return { signatures, intent: typedDataOf(paymentIntentMessage(deployment, terms)) };
}

async function countAttempts({ db }: Pick<Context, "db">, { id }: SessionRow): Promise<bigint> {
  const [row] = await db<{ count: bigint }[]>`
    select count(*) as count from relay_submissions where session_id = ${id}`;
  return row?.count ?? 0n;
}

/** What a session asks its payer to sign. */
export function termsOf(
  row: SessionRow,
  { payer, nonce, validBefore }: Pick<PaymentTerms, "payer" | "nonce" | "validBefore">,
): PaymentTerms {
  return {
    merchantId: row.chainMerchantId,
    token: row.tokenAddress,
    payer,
    amount: row.amount,
    validAfter: 0n,
    validBefore,
    nonce,
    ref: row.ref,
  };
}

/**
 * The token of a session.
 * @throws Refusal `invalid_request` with `token_unsupported`: the deployment settles in it no more
 */
export function tokenOf(deployment: Deployment, row: SessionRow): Token {
  const token = tokenAt(deployment, row.tokenAddress);
  if (token) return token;
  throw invalidRequest("token", "Stipend does not accept this token on this chain.", {
    reason: "token_unsupported",
  });
}
