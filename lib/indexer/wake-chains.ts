import { transaction } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import type { Context, SystemActor } from "@/lib/domain/context";
import { wake } from "@/lib/domain/outbox/wake";

/** Asks for every configured chain to be read: payments that the relay does not know of arrive unannounced. */
export async function wakeChains(ctx: Context<SystemActor>): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    for (const { id } of ctx.chains.all) await wake(tx, wakes.chain, { chainId: id });
  });
}
