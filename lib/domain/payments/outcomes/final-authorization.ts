import type { Db } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { isAuthorizationSpent } from "@/lib/adapters/chain/reads/tokens";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Finality } from "@/lib/domain/wallets/finality";

/** Of an authorization at the final block. Nothing may be decided from `unknown`. */
export type FinalAuthorization = "spent" | "unspent" | "unknown";

/** An EIP-3009 authorization of a token. */
export interface AuthorizationName {
  readonly token: Address;
  readonly payer: Address;
  readonly nonce: Bytes32;
}

interface Sighting {
  readonly number: bigint;
  readonly hash: Bytes32;
}

/** No authorization lives longer than a day, and no chain takes longer to make a block final. */
const KEPT_DAYS = 2;

/**
 * Whether an authorization is spent at the final block: used by anyone, or cancelled. The node is asked
 * for that block's state; one that has forgotten it is asked for a newer one, from which follows, since
 * what is spent stays spent:
 * - unspent at a block that is not below the final one: unspent there, too;
 * - spent at a newer block: nothing yet. The block is noted by its hash, and once it is not above the final
 *   one and still part of the chain, the authorization is spent at the final block as well.
 * The newer state is asked for by the block's hash (EIP-1898), so that it cannot be another block's.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function finalAuthorization(
  db: Db,
  chain: Pick<Chain, "id" | "rpc">,
  authorization: AuthorizationName,
  finality: Finality,
): Promise<FinalAuthorization> {
  const known = await stateAt(chain, authorization, finality.number);
  if (known !== "unknown") return known;
  const seen = await findSighting(db, chain.id, authorization);
  if (seen && seen.number > finality.number) return "unknown";
  if (seen && (await readBlock(chain.rpc, seen.number))?.hash === seen.hash) return "spent";
  const { number, hash } = await readLatestBlock(chain);
  const newer = await stateAt(chain, authorization, { blockHash: hash });
  if (newer === "unspent") return number >= finality.number ? "unspent" : "unknown";
  if (newer === "spent") await noteSighting(db, chain.id, authorization, { number, hash });
  return "unknown";
}

async function stateAt(
  { rpc }: Pick<Chain, "rpc">,
  { token, payer: authorizer, nonce }: AuthorizationName,
  block: bigint | { blockHash: Bytes32 },
): Promise<FinalAuthorization> {
  try {
    const isSpent = await isAuthorizationSpent(rpc, token, { authorizer, nonce }, block);
    return isSpent ? "spent" : "unspent";
  } catch (error) {
    if (error instanceof RpcError) return "unknown";
    throw error;
  }
}

async function findSighting(
  db: Db,
  chainId: number,
  { token, payer, nonce }: AuthorizationName,
): Promise<Sighting | undefined> {
  const [row] = await db<Sighting[]>`
    select block_number as number, block_hash as hash from authorization_sightings
    where chain_id = ${chainId} and token = ${token} and payer = ${payer} and nonce = ${nonce}`;
  return row;
}

/** Replaces a sighting in a block that is no longer part of the chain; forgets those that are old. */
async function noteSighting(
  db: Db,
  chainId: number,
  { token, payer, nonce }: AuthorizationName,
  { number, hash }: Sighting,
): Promise<void> {
  await db`
    with old as (
      delete from authorization_sightings
      where seen_at < clock_now() - ${KEPT_DAYS} * interval '1 day'
        and (chain_id, token, payer, nonce) <> (${chainId}, ${token}, ${payer}, ${nonce})
    )
    insert into authorization_sightings
      (chain_id, token, payer, nonce, block_number, block_hash)
    values (${chainId}, ${token}, ${payer}, ${nonce}, ${number}, ${hash})
    on conflict (chain_id, token, payer, nonce) do update set
      block_number = excluded.block_number, block_hash = excluded.block_hash, seen_at = clock_now()`;
}
