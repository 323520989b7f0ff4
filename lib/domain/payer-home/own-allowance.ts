import { type Deployment, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import type { OwnAllowanceInput } from "@/lib/contract/payer-home";
import { notFound } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/context";
import type { Payer } from "./payer-session";

/** A token and a contract that a payer's subscriptions are charged in and by. */
export interface OwnAllowance {
  readonly deployment: Deployment;
  readonly token: Token;
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
