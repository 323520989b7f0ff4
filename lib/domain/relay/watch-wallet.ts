import { readFeeMarket } from "@/lib/adapters/chain/fee-market";
import { readReceipt, transactionCount } from "@/lib/adapters/chain/transactions";
import type { Context } from "@/lib/domain/context";
import { consumeFinal, consumeForeign } from "./consume-batches";
import type { Finality } from "./finality";
import { noteMined } from "./note-mined";
import { findOpenBatches, type OpenBatch } from "./open-batches";
import { returnToFlight } from "./return-to-flight";
import { urgeBatch, type Workplace } from "./urge-batch";
import type { WalletLease } from "./wallet-lease";

type RelayContext = Pick<Context, "db" | "log" | "config">;

const AT_ONCE = 32;
/** How often a slot must look as if a foreign transaction took it, in as many rounds. */
const FOREIGN_SIGHTINGS = 3;

/** What one who watches a wallet remembers from round to round. */
export interface Watch {
  readonly lease: WalletLease;
  /** By slot, how often it was seen used up without any of our transactions. */
  readonly foreign: Map<string, number>;
}

/**
 * One look at a wallet's slots: which are mined, which are no longer, which are final, and what the
 * others need. The chain is asked how far the wallet has come, and for receipts only where it has moved.
 * @throws WrongChain, RpcError, RpcUnavailable, ChainDoubt
 */
export async function watchWallet(
  ctx: RelayContext,
  place: Omit<Workplace, "market">,
  watch: Watch,
  finality: Finality | null,
): Promise<void> {
  const { chain, relayer } = place;
  const { lease } = watch;
  const count = await transactionCount(chain.rpc, relayer.address, "latest");
  await returnToFlight(ctx.db, lease, { fromNonce: count });
  const open = await findOpenBatches(ctx.db, lease, AT_ONCE);
  const missing = await noteReceipts(
    ctx,
    place,
    open.filter(({ nonce }) => nonce < count),
  );
  if (finality) {
    await consumeFinal(ctx.db, chain, lease, finality);
    for (const batch of missing) await watchMissing(ctx, place, watch, batch, finality);
  }
  let market: ReturnType<typeof readFeeMarket> | undefined;
  const askMarket = () => {
    market ??= readFeeMarket(chain.rpc);
    return market;
  };
  // In the order of their nonces: a node may refuse one whose predecessor it has not seen.
  for (const batch of open) {
    if (batch.nonce >= count) await urgeBatch(ctx, { ...place, market: askMarket }, batch);
  }
}

/** Looks for each slot's transactions in blocks; all of a slot's hashes count, not the newest alone. */
async function noteReceipts(
  { db }: RelayContext,
  { chain }: Omit<Workplace, "market">,
  batches: readonly OpenBatch[],
): Promise<OpenBatch[]> {
  const found = await Promise.all(
    batches.map(async (batch) => {
      for (const { hash, kind } of batch.attempts.toReversed()) {
        const receipt = await readReceipt(chain.rpc, hash);
        if (!receipt) continue;
        await noteMined(db, { batchId: batch.id, processor: batch.callTo, hash, receipt, kind });
        return true;
      }
      return false;
    }),
  );
  return batches.filter((_, index) => !found[index]);
}

/** A lagging node knows no receipt either, so one look is not enough. */
async function watchMissing(
  { db, log }: RelayContext,
  { chain }: Omit<Workplace, "market">,
  { foreign }: Watch,
  batch: OpenBatch,
  finality: Finality,
): Promise<void> {
  const { id, wallet, nonce } = batch;
  const sightings = (foreign.get(id) ?? 0) + 1;
  foreign.set(id, sightings);
  if (sightings < FOREIGN_SIGHTINGS) return;
  const hashes = batch.attempts.map(({ hash }) => hash);
  if (!(await consumeForeign(db, chain, { id, wallet, nonce, hashes }, finality))) return;
  foreign.delete(id);
  log.warn(
    { wallet, nonce: String(nonce), batchId: id },
    "a nonce was used by a transaction that is not ours: the key is in use elsewhere",
  );
}
