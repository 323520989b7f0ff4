import { formatUnits } from "viem/utils";
import { type Db, transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { type Receipt, readReceipt } from "@/lib/adapters/chain/reads/transactions";
import { metrics } from "@/lib/adapters/metrics/metrics";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { SlotKind } from "@/lib/core/kinds";
import { slotTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { compareReceipt } from "@/lib/domain/wallets/note-suspects";
import { taskOf } from "@/lib/domain/wallets/relay-task";
import { finalCount } from "./final-count";
import { returnToFlight } from "./return-to-flight";
import type { WalletLease } from "./wallet-lease";

const AT_ONCE = 20;

type WatchContext = Pick<Context, "db" | "modules">;

interface MinedRow {
  id: string;
  kind: SlotKind;
  hash: Bytes32;
}

/**
 * Closes mined slots whose block is final. Receipt and block are read again: the first receipt may have
 * been one of an orphaned block. A slot whose transaction is gone goes back into flight.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function consumeFinal(
  ctx: WatchContext,
  chain: Chain,
  lease: WalletLease,
  finality: Finality,
): Promise<void> {
  const { db } = ctx;
  const mined = await db<MinedRow[]>`
    select id, kind, consumed_by as hash from (
      select b.id, b.kind, b.consumed_by, b.consumed_block from relay_batches b
      where b.chain_id = ${lease.chainId} and b.wallet = ${lease.wallet} and ${isSlotOpen(db)}
        and b.state = 'mined'
      order by b.nonce limit ${AT_ONCE}
    ) oldest
    where consumed_block <= ${finality.number}`;
  await Promise.all(
    mined.map(async ({ id, kind, hash }) => {
      const receipt = await readReceipt(chain.rpc, hash);
      if (!receipt) await returnToFlight(ctx, lease, { batchId: id });
      else if (receipt.blockNumber > finality.number) await moveBlock(db, id, receipt);
      else if (await isCanonical(db, chain, receipt)) {
        const consumed = await consume(ctx, chain, { id, kind }, { hash, receipt });
        if (consumed) countGas(chain, lease, receipt);
      }
    }),
  );
}

/**
 * Closes a slot whose nonce was used by a transaction that is not ours: at the final block the wallet
 * has moved past it, and none of its own transactions has a receipt.
 * @returns whether it was closed
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function consumeForeign(
  ctx: WatchContext,
  chain: Chain,
  slot: {
    id: string;
    kind: SlotKind;
    wallet: Address;
    nonce: bigint;
    hashes: readonly Bytes32[];
  },
  finality: Finality,
): Promise<boolean> {
  const count = await finalCount(
    ctx.db,
    chain,
    { chainId: chain.id, wallet: slot.wallet },
    finality,
  );
  if (count === null || count <= slot.nonce) return false;
  const receipts = await Promise.all(slot.hashes.map((hash) => readReceipt(chain.rpc, hash)));
  if (receipts.some((receipt) => receipt !== null)) return false;
  await consume(ctx, chain, slot, null);
  return true;
}

/** The indexer keeps the blocks that hold our events; a node is only asked about others. */
async function isCanonical(db: Db, chain: Chain, receipt: Receipt): Promise<boolean> {
  const { blockNumber, blockHash } = receipt;
  const [kept] = await db<{ hash: Bytes32 }[]>`
    select hash from chain_blocks where chain_id = ${chain.id} and number = ${blockNumber}`;
  const block = kept ?? (await readBlock(chain.rpc, blockNumber));
  return block?.hash === blockHash;
}

async function moveBlock(db: Db, id: string, { blockNumber }: Receipt): Promise<void> {
  await db`
    update relay_batches set consumed_block = ${blockNumber} where id = ${id} and state = 'mined'`;
}

/** Counts each slot once, when it is final: an orphaned receipt cost no gas. */
function countGas({ id, preset }: Chain, { wallet }: WalletLease, { cost }: Receipt): void {
  if (cost === null) return;
  const spent = Number(formatUnits(cost, preset.nativeCurrency.decimals));
  metrics().gasSpent.add(spent, String(id), wallet);
}

/**
 * What a transaction of ours logged is compared with what was booked of it.
 * @returns false where another process was faster
 */
async function consume(
  ctx: WatchContext,
  chain: Chain,
  { id, kind }: { id: string; kind: SlotKind },
  by: { hash: Bytes32; receipt: Receipt } | null,
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update relay_batches set state = 'consumed', consumed_by = ${by?.hash ?? null},
        consumed_block = ${by?.receipt.blockNumber ?? null}, consumed_at = clock_now()
      where id = ${id} and state in ${tx(sourcesOf(slotTransitions, "consumed"))}`;
    if (by) await compareReceipt(tx, { chainId: chain.id, txHash: by.hash }, by.receipt);
    await taskOf(ctx, kind)?.slots.noteConsumed(tx, id, by);
    return count === 1;
  });
}
