import { transaction } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import type { WalletLease } from "./wallet-lease";

/** Which mined slots turned out not to be mined. */
export type OrphanedSlots = { readonly fromNonce: bigint } | { readonly batchId: string };

/**
 * Takes mined slots back into flight, because their block is no longer part of the chain. Their bytes
 * are sent again: nodes do not put a dropped transaction back by themselves.
 * @param orphaned all from a nonce on, or one
 * @returns how many
 */
export async function returnToFlight(
  { db, modules }: Pick<Context, "db" | "modules">,
  { chainId, wallet }: WalletLease,
  orphaned: OrphanedSlots,
): Promise<number> {
  return transaction(db, async (tx) => {
    const which =
      "batchId" in orphaned ? tx`id = ${orphaned.batchId}` : tx`nonce >= ${orphaned.fromNonce}`;
    const slots = await tx<{ id: string }[]>`
      update relay_batches set state = 'in_flight', consumed_by = null, consumed_block = null
      where chain_id = ${chainId} and wallet = ${wallet} and state = 'mined' and ${which}
      returning id`;
    if (slots.length === 0) return 0;
    const ids = slots.map(({ id }) => id);
    for (const { slots: rules } of modules.relayTasks) await rules.returnToFlight(tx, ids);
    // Due at once.
    await tx`update relay_attempts set last_sent_at = null where batch_id = any (${ids})`;
    return slots.length;
  });
}
