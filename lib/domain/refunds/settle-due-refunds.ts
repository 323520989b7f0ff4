import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { refundTransitions, sourcesOf } from "@/lib/core/states";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { remindLateRefunds } from "./remind-late-refunds";
import { settleRefund } from "./settle-refund";

const BATCH = 100;
/** A chain that does not answer is asked again then. */
const PAUSE_SECONDS = 60;

/**
 * Cancels the refunds whose time is up and for which no hash is recorded, and looks what became of those with one. Those
 * of late charges stay open: their merchants are told again.
 * @returns how many were due
 */
export async function settleDueRefunds(ctx: Context<SystemActor>): Promise<number> {
  await remindLateRefunds(ctx.db);
  await ctx.db`
    update refunds set status = 'cancelled', closed_at = clock_now(), due_at = null
    where due_at <= clock_now() and expires_at <= clock_now() and refund_tx_hash is null
      and origin <> 'late_charge'
      and status in ${ctx.db(sourcesOf(refundTransitions, "cancelled"))}`;
  const due = await ctx.db<{ id: string }[]>`
    select id from refunds where due_at <= clock_now() order by due_at limit ${BATCH}`;
  for (const { id } of due) await settleOrWait(ctx, id);
  return due.length;
}

async function settleOrWait(ctx: Context<SystemActor>, id: string): Promise<void> {
  try {
    await settleRefund(ctx, id);
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    ctx.log.warn({ refundId: id, err: error }, "a refund's transaction could not be looked for");
    await ctx.db`
      update refunds set due_at = clock_now() + ${PAUSE_SECONDS} * interval '1 second'
      where id = ${id} and due_at is not null`;
  }
}
