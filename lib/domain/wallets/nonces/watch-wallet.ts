import type { Chain } from "@/lib/adapters/chain/chains";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { readReceipt, transactionCount } from "@/lib/adapters/chain/reads/transactions";
import type { Context } from "@/lib/domain/platform/context";
import { advanceSlot, type WatchedWallet } from "./advance-slot";
import { findOpenSlots, type OpenSlot } from "./find-open-slots";
import { noteMined } from "./note-mined";
import { returnToFlight } from "./return-to-flight";
import type { WalletLease } from "./wallet-lease";

type RelayContext = Pick<Context, "db" | "log" | "config" | "modules">;

const AT_ONCE = 32;

/** What one who watches a wallet remembers from round to round. */
export interface Watch {
  readonly lease: WalletLease;
  /** By slot, how often it was seen used up without any of our transactions. */
  readonly foreign: Map<string, number>;
}

/**
 * One look at a wallet's slots: which are mined, which are no longer, and what the others need. The
 * chain is asked how far the wallet has come, and for receipts only where it has moved.
 * @returns the slots whose nonce is used up though none of their transactions has a receipt
 * @throws WrongChain, RpcError, RpcUnavailable, ChainDoubt
 */
export async function watchWallet(
  ctx: RelayContext,
  watched: Omit<WatchedWallet, "market">,
  { lease }: Watch,
): Promise<OpenSlot[]> {
  const { chain, relayer } = watched;
  const count = await transactionCount(chain.rpc, relayer.address, "latest");
  await returnToFlight(ctx, lease, { fromNonce: count });
  const open = await findOpenSlots(ctx, lease, AT_ONCE);
  const used = open.filter(({ nonce }) => nonce < count);
  const missing = await noteReceipts(ctx, chain, used);
  let market: ReturnType<typeof readFeeMarket> | undefined;
  const askMarket = () => {
    market ??= readFeeMarket(chain.rpc);
    return market;
  };
  // In the order of their nonces: a node may refuse one whose predecessor it has not seen.
  for (const slot of open) {
    if (slot.nonce >= count) await advanceSlot(ctx, { ...watched, market: askMarket }, slot);
  }
  return missing;
}

/** Looks for each slot's transactions in blocks; all of a slot's hashes count, not the newest alone. */
async function noteReceipts(
  ctx: RelayContext,
  chain: Chain,
  slots: readonly OpenSlot[],
): Promise<OpenSlot[]> {
  const found = await Promise.all(
    slots.map(async (slot) => {
      for (const { hash, kind } of slot.attempts.toReversed()) {
        const receipt = await readReceipt(chain.rpc, hash);
        if (!receipt) continue;
        const { id: batchId, callTo, kind: slotKind } = slot;
        await noteMined(ctx, { batchId, callTo, slotKind, hash, receipt, kind });
        return true;
      }
      return false;
    }),
  );
  return slots.filter((_, index) => !found[index]);
}
