import { type Db, transaction } from "@/db/client";
import type { Chain, Chains } from "@/lib/adapters/chain/chains";
import { isAuthorizationSpent } from "@/lib/adapters/chain/reads/tokens";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import {
  type AuthorizationName,
  finalAuthorization,
} from "@/lib/domain/payments/outcomes/final-authorization";
import { findSpending } from "@/lib/domain/payments/outcomes/find-spending";
import { readCertainty } from "@/lib/domain/wallets/finality";
import { noteSuspect } from "@/lib/domain/wallets/note-suspects";

/** A database and the chain that is asked about. */
export interface ChainSource {
  readonly db: Db;
  readonly chains: Pick<Chains, "deployments">;
  readonly chain: Pick<Chain, "id" | "rpc" | "preset">;
}

/** Whose authorizations of which token, and since when they may have been spent: the session's creation. */
interface Signer {
  readonly token: Address;
  readonly payer: Address;
  readonly since: Date;
}

/** An authorization that may still be executed stands in the way of another one. */
export function authorizationPending(): Refusal {
  return new Refusal(
    "idempotency_error",
    "An earlier authorization is not settled yet. Wait until it is.",
    {
      details: { reason: "authorization_pending" },
      retryAfterSeconds: 5,
    },
  );
}

/**
 * Which of a session's nonces to sign now: the first that is not spent. One that is spent is passed over
 * only once it is so at a finalised block, and the chain shows that our settlement did not spend it.
 * @returns its place among the nonces
 * @throws Refusal `idempotency_error` with `authorization_pending`: spent, and not final
 */
export async function nextNonce(
  source: ChainSource,
  nonces: readonly Bytes32[],
  signer: Signer,
): Promise<number> {
  for (const [counter, nonce] of nonces.entries()) {
    const authorization = { authorizer: signer.payer, nonce };
    const isSpent = await isAuthorizationSpent(source.chain.rpc, signer.token, authorization);
    if (!isSpent) return counter;
    if (!(await isSpentForGood(source, { ...signer, nonce }))) break;
  }
  throw authorizationPending();
}

/** By the block up to which the chain was read twice: a settlement of ours that no answer showed is looked for in the chain. */
async function isSpentForGood(
  { db, chains, chain }: ChainSource,
  authorization: AuthorizationName & Signer,
): Promise<boolean> {
  const finality = await readCertainty(db, chain.id);
  if (!finality) return false;
  if ((await finalAuthorization(db, chain, authorization, finality)) !== "spent") return false;
  const spent = { ...authorization, hashes: [], isOurs: () => true };
  const spending = await findSpending(chains, chain, spent, finality);
  if (spending.kind === "ours") {
    const suspect = { chainId: chain.id, txHash: spending.txHash, foundBy: "outcome" as const };
    await transaction(db, (tx) => noteSuspect(tx, suspect));
  }
  return spending.kind === "elsewhere";
}
