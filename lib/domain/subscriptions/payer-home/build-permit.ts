import { committedOf } from "@/lib/adapters/chain/calls/subscription-calls";
import { permitMessage } from "@/lib/adapters/chain/calls/subscription-terms";
import { type Deployment, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import { latestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { OwnAllowanceInput, PermitRequest } from "@/lib/contract/subscriptions/payer-home";
import { digits } from "@/lib/core/amounts/money";
import { notFound } from "@/lib/core/errors";
import { typedDataOf } from "@/lib/domain/payments/hosted-page/typed-data-of";
import type { Context } from "@/lib/domain/platform/context";
import type { Payer } from "./payer-session";

/** A token and a contract that a payer's subscriptions are charged in and by. */
export interface OwnAllowance {
  readonly deployment: Deployment;
  readonly token: Token;
}

/** How long the payer has to sign, and the network to take what was signed. */
const signingSeconds = 15n * 60n;

/**
 * Words the permit (EIP-2612) of exactly what the payer's subscriptions in a token may still charge: it raises an
 * allowance that has become too low, and lowers one that a cancel has left too high. Its nonce is read here and now.
 * @throws Refusal `not_found`: the payer has no subscription there
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function buildPermit(
  ctx: Pick<Context, "db" | "chains">,
  payer: Payer,
  asked: OwnAllowanceInput,
): Promise<PermitRequest> {
  const { deployment, token } = await findOwnAllowance(ctx, payer, asked);
  const { chain } = deployment;
  const rpc = rpcWithin(chain.rpc, requestMs);
  const of = { payer: payer.payer, token: token.address };
  const [block, permitValue, permitNonce] = await Promise.all([
    latestBlock(chain, rpc),
    committedOf(rpc, deployment, of),
    permitNonceOf(rpc, token.address, payer.payer),
  ]);
  const permitDeadline = block.timestamp + signingSeconds;
  const terms = { payer: payer.payer, permitValue, permitNonce, permitDeadline };
  return {
    message: typedDataOf(permitMessage(deployment, token, terms)),
    value: digits(permitValue),
    nonce: digits(permitNonce),
    deadline: digits(permitDeadline),
  };
}

/**
 * Finds the contract for subscriptions that a payer who is signed in subscribes by, and the token.
 * @throws Refusal `not_found`: the payer has no subscription there, or only in the other mode
 */
export async function findOwnAllowance(
  { db, chains }: Pick<Context, "db" | "chains">,
  { payer, mode }: Payer,
  { spender, token: tokenAddress }: OwnAllowanceInput,
): Promise<OwnAllowance> {
  const rows = await db<{ deploymentId: string }[]>`
    select distinct deployment_id from subscriptions
    where payer = ${payer} and mode = ${mode} and token_address = ${tokenAddress}`;
  const ids = new Set(rows.map(({ deploymentId }) => deploymentId));
  const deployment = chains.deployments.find(
    ({ id, contracts }) => ids.has(id) && contracts.subscriptions?.address === spender,
  );
  const token = deployment && tokenAt(deployment, tokenAddress);
  if (!token) throw notFound("subscription");
  return { deployment, token };
}
