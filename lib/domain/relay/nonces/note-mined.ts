import { type Db, transaction } from "@/db/client";
import type { SlotKind } from "@/lib/core/slot-kinds";
import { slotTransitions, sourcesOf } from "@/lib/core/states";
import type { MinedSlot } from "@/lib/domain/relay/tasks/relay-task";
import { taskOf } from "@/lib/domain/relay/tasks/relay-tasks";

/**
 * Notes that a slot's transaction is in a block, and what its receipt says of what the slot carries. It is
 * for display: a block may be orphaned.
 * @param kind of the transaction: a no-op carries nothing
 */
export async function noteMined(
  db: Db,
  mined: MinedSlot & { readonly slotKind: SlotKind; readonly kind: "payload" | "noop" },
): Promise<void> {
  const { batchId, hash, kind, slotKind, receipt } = mined;
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_batches set state = 'mined', consumed_by = ${hash},
        consumed_block = ${receipt.blockNumber}
      where id = ${batchId} and state in ${tx(sourcesOf(slotTransitions, "mined"))}`;
    if (count === 0 || kind === "noop") return;
    await taskOf(slotKind)?.slots.noteMined(tx, mined);
  });
}
