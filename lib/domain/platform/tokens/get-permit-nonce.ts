import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Address } from "@/lib/core/chain/hex";
import { unavailable } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findToken } from "./get-token";

/**
 * Reads an owner's next permit nonce (EIP-2612) from the token.
 * @throws Refusal `not_found`: Stipend does not settle in the token
 * @throws Refusal `api_error` with `chain_unavailable`: no node answered in time
 */
export async function getPermitNonce(
  { chains, log }: Context<PublicActor>,
  { owner, ...asked }: { address: Address; owner: Address; chainId?: number | undefined },
): Promise<{ nonce: bigint }> {
  const { token, chain } = findToken(chains, asked);
  try {
    const nonce = await permitNonceOf(rpcWithin(chain.rpc, requestMs), token.address, owner);
    return { nonce };
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    log.warn({ chainId: chain.id, err: error }, "a permit nonce cannot be read");
    throw unavailable("chain_unavailable", "The chain does not answer: try again.");
  }
}
