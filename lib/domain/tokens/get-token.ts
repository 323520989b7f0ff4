import type { OutputOf } from "@/lib/contract/endpoint";
import type { getToken as declaration } from "@/lib/contract/tokens";
import type { Address } from "@/lib/core/hex";
import type { Context, PublicActor } from "@/lib/domain/context";
import { findToken } from "./find-token";

/**
 * Tells what a payer's wallet needs to know of a token: its EIP-712 domain and what it can do.
 * @throws Refusal `not_found`: Stipend does not settle in it
 */
export async function getToken(
  { chains }: Context<PublicActor>,
  input: { address: Address; chainId?: number | undefined },
): Promise<OutputOf<typeof declaration>> {
  return { object: "token", ...findToken(chains, input).token };
}
