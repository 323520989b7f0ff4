import { type TransactionSql, transaction } from "@/db/client";
import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { MoveInput } from "@/lib/contract/payments/hosted-pay";
import { invalidRequest, invalidState, type Refusal } from "@/lib/core/errors";
import { indexedTo, readUnindexed } from "@/lib/domain/payments/intake/paid-directly";
import { lockSession } from "@/lib/domain/payments/sessions/close-session";
import { findOffers, isMovable, isPaidThrough } from "@/lib/domain/payments/sessions/find-offers";
import { type SessionRow, selectSessions } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { payableSession } from "./payable-session";

/**
 * Moves a session to another chain on which it can be paid. It keeps its chain where its creation named one, and from the
 * first signature that a payer is asked for until nothing that was asked for can be executed. A payment on a chain that the
 * session has left matches no session: it is an `unmatched_deposit` of the merchant, with the session's ref.
 * @returns the session on that chain, also where it was there before
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `chain_not_offered`: its `details.chainIds` are those that are
 * @throws Refusal `session_invalid_state`: not to be paid now; `chain_settled`: a payer was asked to sign on the session's
 * chain, or has paid there
 */
export async function moveSession(
  ctx: Context<PublicActor>,
  { sessionId, chainId }: MoveInput,
): Promise<SessionRow> {
  const row = await payableSession(ctx, sessionId);
  const own = deploymentById(ctx.chains, row.deploymentId);
  if (own.chainId === chainId) return row;
  const { deployments, isMovable } = await findOffers(ctx, row);
  const target = deployments.find((offered) => offered.chainId === chainId);
  if (!target) throw notOffered(deployments);
  if (!isMovable || (await isPaidUnindexed(ctx, row, own))) throw chainSettled(row);
  return transaction(ctx.db, (tx) => moveLocked(tx, row, target));
}

function notOffered(deployments: readonly Deployment[]): Refusal {
  return invalidRequest("chainId", "The session cannot be paid on this chain.", {
    reason: "chain_not_offered",
    chainIds: deployments.map(({ chainId }) => chainId),
  });
}

function chainSettled({ status }: SessionRow): Refusal {
  return invalidState("The session's payment has begun on its chain.", {
    reason: "chain_settled",
    currentStatus: status,
  });
}

/** Whether the chain that the session is to leave has a settlement for it that the indexer has not read. */
async function isPaidUnindexed(
  { db }: Pick<Context, "db">,
  row: SessionRow,
  deployment: Deployment,
): Promise<boolean> {
  const [read] = await db<{ indexed: bigint }[]>`
    select ${indexedTo(db)} as indexed from deployments d where d.id = ${deployment.id}`;
  const of = { merchantId: row.chainMerchantId, ref: row.ref, indexed: read?.indexed ?? 0n };
  const settled = await readUnindexed(rpcWithin(deployment.chain.rpc, requestMs), deployment, of);
  return settled.length > 0;
}

/** What payers were asked to sign before is dead, and goes with the chain. */
async function moveLocked(
  tx: TransactionSql,
  before: SessionRow,
  target: Deployment,
): Promise<SessionRow> {
  const row = await lockSession(tx, before.id);
  if (row?.deploymentId === target.id) return row;
  const token = target.tokens[before.currency];
  if (!token) throw new TypeError("A chain without the token is not offered");
  const moved = await tx`
    update payment_sessions s set deployment_id = ${target.id}, token_address = ${token.address}
    from merchants m, merchant_registrations r
    where s.id = ${before.id} and s.deployment_id = ${before.deploymentId} and ${isMovable(tx)}
      and m.id = s.merchant_id and r.merchant_id = s.merchant_id and r.mode = s.mode
      and r.deployment_id = ${target.id} and ${isPaidThrough(tx)}`;
  if (moved.count === 0) throw chainSettled(row ?? before);
  await tx`delete from signing_requests where session_id = ${before.id}`;
  const [now = before] = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = ${before.id}`;
  return now;
}
