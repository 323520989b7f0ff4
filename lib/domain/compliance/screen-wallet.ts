import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Screening, screenAddress } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";

/**
 * Asks the operator's list and, where the chain has one, the sanctions oracle about a wallet. Writes
 * nothing: `recordScreening` does, in the transaction of what follows from it.
 * @returns `unavailable` when one of them did not answer: hold the money, never pass it
 */
export async function screenWallet(
  { config }: Pick<Context, "config">,
  { chain }: Pick<Deployment, "chain">,
  address: Address,
): Promise<Screening> {
  return screenAddress({ config, chain, address });
}
