import { encodePacked, keccak256 } from "viem/utils";
import type { Db } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import { isAuthorizationSpent } from "@/lib/adapters/chain/tokens";
import { Refusal } from "@/lib/core/errors";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { SessionRow } from "@/lib/domain/payment-sessions/session-rows";
import { readFinality } from "@/lib/domain/relay/finality";
import { finalAuthorization } from "@/lib/domain/relay/outcomes/final-authorization";

/** A payer who cancels its authorization this often at one session is not helped by another one. */
export const nonceLimit = 8;

/**
 * The EIP-3009 nonce of a payer for a session. A repeated signature has the same nonce, so that however
 * often the payer signs, the money can move once.
 */
export function hostedNonce(sessionId: string, payer: Address, counter: number): Bytes32 {
  return keccak256(
    encodePacked(["string", "address", "uint256"], [sessionId, payer, BigInt(counter)]),
  );
}

/**
 * The nonce to sign now: the first that is not spent. One that is spent is passed over only once it is
 * so at a finalised block; the session is still to be paid, so it was not spent by our settlement.
 * @throws Refusal `session_invalid_state` with `authorization_pending`: spent, and not final
 */
export async function nextNonce(
  { db, rpc }: { db: Db; rpc: Rpc },
  { chainId }: Deployment,
  row: Pick<SessionRow, "id" | "tokenAddress">,
  payer: Address,
): Promise<Bytes32> {
  for (let counter = 0; counter < nonceLimit; counter++) {
    const nonce = hostedNonce(row.id, payer, counter);
    const authorization = { authorizer: payer, nonce };
    if (!(await isAuthorizationSpent(rpc, row.tokenAddress, authorization))) return nonce;
    if (!(await isSpentForGood({ db, rpc }, chainId, row.tokenAddress, authorization))) break;
  }
  throw new Refusal("session_invalid_state", "An earlier authorization is not settled yet.", {
    details: { reason: "authorization_pending" },
    retryAfterSeconds: 5,
  });
}

/** By the block up to which the indexer has confirmed: our settlement would be known there. */
async function isSpentForGood(
  { db, rpc }: { db: Db; rpc: Rpc },
  chainId: number,
  token: Address,
  authorization: { authorizer: Address; nonce: Bytes32 },
): Promise<boolean> {
  const finality = await readFinality(db, chainId);
  if (!finality) return false;
  const { authorizer: payer, nonce } = authorization;
  const name = { token, payer, nonce };
  return (await finalAuthorization(db, { id: chainId, rpc }, name, finality)) === "spent";
}
