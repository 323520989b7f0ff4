import type { Chain } from "@/lib/adapters/chain/chains";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { consumeFinal, consumeForeign } from "./consume-slots";
import type { OpenSlot } from "./find-open-slots";
import type { Watch } from "./watch-wallet";

/** How often a slot must look as if a foreign transaction took it, in as many rounds. */
const FOREIGN_SIGHTINGS = 3;

/**
 * Closes the slots whose nonce is used up at the final block: by one of their own transactions, or by a
 * foreign one. A lagging node knows no receipt either, so the latter takes several looks.
 * @param missing slots whose nonce is used up, without a receipt of theirs
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function closeSlots(
  ctx: Pick<Context, "db" | "log" | "modules">,
  chain: Chain,
  { lease, foreign }: Watch,
  missing: readonly OpenSlot[],
  finality: Finality,
): Promise<void> {
  await consumeFinal(ctx, chain, lease, finality);
  for (const { id, kind, wallet, nonce, attempts } of missing) {
    const sightings = (foreign.get(id) ?? 0) + 1;
    foreign.set(id, sightings);
    if (sightings < FOREIGN_SIGHTINGS) continue;
    const hashes = attempts.map(({ hash }) => hash);
    if (!(await consumeForeign(ctx, chain, { id, kind, wallet, nonce, hashes }, finality)))
      continue;
    foreign.delete(id);
    ctx.log.warn(
      { wallet, nonce: String(nonce), batchId: id },
      "a nonce was used by a transaction that is not ours: the key is in use elsewhere",
    );
  }
}
