import { refundTransitions, sourcesOf } from "@/lib/core/states";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { workByChain } from "@/lib/domain/platform/work-by-chain";
import { remindLateRefunds } from "./remind-late-refunds";
import { settleRefund } from "./settle-refund";

/** On a chain. */
const BATCH = 100;
/** A chain that does not answer is asked again then. */
const PAUSE_SECONDS = 60;

interface DueRefund {
  readonly id: string;
}

/**
 * Cancels the refunds whose time is up and for which no hash is recorded, and looks what became of those with one. Those
 * of late charges stay open: their merchants are told again. Chains are asked side by side, until `until`, and one that does
 * not answer waits for the next call.
 * @returns how many were looked for; 0 when none can be looked for now
 */
export async function settleDueRefunds(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<number> {
  await remindLateRefunds(ctx.db);
  await ctx.db`
    update refunds set status = 'cancelled', closed_at = clock_now(), due_at = null
    where due_at <= clock_now() and expires_at <= clock_now() and refund_tx_hash is null
      and origin <> 'late_charge'
      and status in ${ctx.db(sourcesOf(refundTransitions, "cancelled"))}`;
  const chains = await ctx.db<{ chainId: number }[]>`
    select distinct chain_id from refunds where due_at <= clock_now()`;
  return workByChain({
    chainIds: chains.map(({ chainId }) => chainId),
    until,
    find: (chainId) => ctx.db<DueRefund[]>`
      select id from refunds where due_at <= clock_now() and chain_id = ${chainId}
      order by due_at limit ${BATCH}`,
    run: ({ id }) => settleRefund(ctx, id),
    postpone: (refund, trouble) => postpone(ctx, refund, trouble),
  });
}

async function postpone(
  ctx: Context<SystemActor>,
  { id }: DueRefund,
  trouble: Error,
): Promise<void> {
  ctx.log.warn({ refundId: id, err: trouble }, "a refund's transaction could not be looked for");
  await ctx.db`
    update refunds set due_at = clock_now() + ${PAUSE_SECONDS} * interval '1 second'
    where id = ${id} and due_at is not null`;
}
