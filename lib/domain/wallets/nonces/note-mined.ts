import { transaction } from "@/db/client";
import type { SlotKind } from "@/lib/core/kinds";
import { slotTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { type MinedSlot, taskOf } from "@/lib/domain/wallets/relay-task";

/**
 * Notes that a slot's transaction is in a block, and what its receipt says of what the slot carries. It is
 * for display: a block may be orphaned.
 * @param kind of the transaction: a no-op carries nothing
 */
export async function noteMined(
  ctx: Pick<Context, "db" | "modules">,
  mined: MinedSlot & { readonly slotKind: SlotKind; readonly kind: "payload" | "noop" },
): Promise<void> {
  const { batchId, hash, kind, slotKind, receipt } = mined;
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update relay_batches set state = 'mined', consumed_by = ${hash},
        consumed_block = ${receipt.blockNumber}
      where id = ${batchId} and state in ${tx(sourcesOf(slotTransitions, "mined"))}`;
    if (count === 0 || kind === "noop") return;
    await taskOf(ctx, slotKind)?.slots.noteMined(tx, mined);
  });
}
