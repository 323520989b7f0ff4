import { transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { standingTransactionStatuses } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { tellSessions } from "./confirm-sessions";

/** A payment that comes back within so many blocks is not told to have gone. */
const BLOCKS_TO_COME_BACK = 3n;
const BATCH = 100;

/**
 * Says with `payment.reverted` that payments which had been told of are not in the chain any more: once the
 * chain has been read beyond the block that they were in, and they did not come back. One that comes back
 * later is told again.
 * @param readTo the last block that was read
 */
export async function tellReverted(
  ctx: Pick<Context, "db" | "chains" | "config">,
  { chainId, readTo }: { chainId: number; readTo: bigint },
): Promise<void> {
  const through = readTo - BLOCKS_TO_COME_BACK;
  for (;;) {
    const gone = await ctx.db<{ id: string }[]>`
      select t.id from transactions t
      join deployment_contracts d on d.deployment_id = t.deployment_id and d.kind = 'processor'
        and d.joined_at is not null
      where t.chain_id = ${chainId} and t.announced and t.status = 'reorged'
        and t.block_number <= ${through}
      order by t.block_number limit ${BATCH}`;
    if (gone.length > 0)
      await tell(
        ctx,
        gone.map(({ id }) => id),
      );
    if (gone.length < BATCH) return;
  }
}

async function tell(
  ctx: Pick<Context, "db" | "chains" | "config">,
  ids: readonly string[],
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await tx`
      select from payment_sessions
      where id = any (array(select session_id from transactions where id = any (${[...ids]})))
      order by id for no key update`;
    const gone = await tx<{ sessionId: string }[]>`
      update transactions set announced = false
      where id = any (${[...ids]}) and announced and status = 'reorged'
      returning session_id`;
    const sessionIds = gone.map(({ sessionId }) => sessionId);
    // Another payment of the session stands in its place: the merchant knows of one, and there is one.
    const standing = await tx<{ sessionId: string }[]>`
      update transactions set announced = true
      where session_id = any (${sessionIds}) and payment_exception = 'none'
        and status in (${stateList(tx, standingTransactionStatuses)})
      returning session_id`;
    const paid = new Set(standing.map(({ sessionId }) => sessionId));
    await tellSessions(
      ctx,
      tx,
      "payment.reverted",
      sessionIds.filter((id) => !paid.has(id)),
    );
  });
}
