import type { Db } from "@/db/client";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import { isAuthorizationSpent } from "@/lib/adapters/chain/tokens";
import { Refusal } from "@/lib/core/errors";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { readFinality } from "@/lib/domain/relay/finality";
import {
  type AuthorizationName,
  finalAuthorization,
} from "@/lib/domain/relay/outcomes/final-authorization";

/** A database and the nodes of the chain that is asked about. */
export interface ChainSource {
  readonly db: Db;
  readonly rpc: Rpc;
  readonly chainId: number;
}

/** An authorization that may still be executed stands in the way of another one. */
export function authorizationPending(): Refusal {
  return new Refusal("session_invalid_state", "An earlier authorization is not settled yet.", {
    details: { reason: "authorization_pending" },
    retryAfterSeconds: 5,
  });
}

/**
 * Which of a session's nonces to sign now: the first that is not spent. One that is spent is passed over
 * only once it is so at a finalised block; the session is still to be paid, so it was not spent by our
 * settlement.
 * @returns its place among the nonces
 * @throws Refusal `session_invalid_state` with `authorization_pending`: spent, and not final
 */
export async function nextNonce(
  source: ChainSource,
  nonces: readonly Bytes32[],
  { token, payer }: { token: Address; payer: Address },
): Promise<number> {
  for (const [counter, nonce] of nonces.entries()) {
    const isSpent = await isAuthorizationSpent(source.rpc, token, { authorizer: payer, nonce });
    if (!isSpent) return counter;
    if (!(await isSpentForGood(source, { token, payer, nonce }))) break;
  }
  throw authorizationPending();
}

/** By the block up to which the indexer has confirmed: our settlement would be known there. */
async function isSpentForGood(
  { db, rpc, chainId }: ChainSource,
  authorization: AuthorizationName,
): Promise<boolean> {
  const finality = await readFinality(db, chainId);
  if (!finality) return false;
  return (await finalAuthorization(db, { id: chainId, rpc }, authorization, finality)) === "spent";
}
