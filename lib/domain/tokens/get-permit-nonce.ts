import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { readContract } from "@/lib/adapters/chain/read-contract";
import type { Address } from "@/lib/core/hex";
import type { Context, PublicActor } from "@/lib/domain/context";
import { findToken } from "./find-token";

/**
 * Reads an owner's next permit nonce (EIP-2612) from the token.
 * @throws Refusal `not_found`: Stipend does not settle in the token
 */
export async function getPermitNonce(
  { chains }: Context<PublicActor>,
  { address, owner }: { address: Address; owner: Address },
): Promise<{ nonce: bigint }> {
  const { token, chain } = findToken(chains, address);
  const nonce = await readContract(chain.rpc, {
    address: token.address,
    abi: fiatTokenAbi,
    functionName: "nonces",
    args: [owner],
  });
  return { nonce };
}
