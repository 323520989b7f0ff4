import type { PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { type Deployment, deploymentById, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { SignatureCount } from "@/lib/contract/payments/hosted-pay";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest } from "@/lib/core/errors";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context } from "@/lib/domain/platform/context";
import { type AgreedNonce, agreeNonce } from "./agree-nonce";

/** How long the payer has to sign, and the network to take what was signed. */
export const signingSeconds = 15n * 60n;

/** What a payer is asked to sign for a session. */
export interface AgreedTerms {
  readonly row: SessionRow;
  readonly deployment: Deployment;
  readonly token: Token;
  readonly agreed: AgreedNonce;
  readonly terms: PaymentTerms;
}

/**
 * Decides what a payer signs for a session that can be paid: exactly its amount, valid for a quarter of an hour by the
 * chain's clock.
 * @param asked in how many messages; in as many as before by default
 * @throws Refusal `idempotency_error` with `authorization_pending`; `session_invalid_state` with `other_wallet_pending`
 * @throws Refusal `invalid_request` with `token_unsupported`: the deployment settles in the token no more
 */
export async function agreeTerms(
  ctx: Pick<Context, "db" | "chains">,
  row: SessionRow,
  asked: { readonly payer: Address; readonly signatures?: SignatureCount | undefined },
): Promise<AgreedTerms> {
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const token = tokenOf(deployment, row);
  const { chain } = deployment;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const [block, attempts] = await Promise.all([latestBlock(chain, rpc), countAttempts(ctx, row)]);
  // A second more for each earlier attempt: signed again before the next block, it would else be that one.
  const validBefore = block.timestamp + signingSeconds + attempts;
  const source = { db: ctx.db, chains: ctx.chains, chain: { ...chain, rpc } };
  const agreed = await agreeNonce(source, deployment, row, { ...asked, validBefore });
  const terms = termsOf(row, { payer: asked.payer, nonce: agreed.nonce, validBefore });
  return { row, deployment, token, agreed, terms };
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
