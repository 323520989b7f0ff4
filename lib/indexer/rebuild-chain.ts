import { transaction } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import type { Context, SystemActor } from "@/lib/domain/context";
import { type ScanOutcome, scanChain } from "./scan-chain";

/**
 * Forgets what was read of a chain and reads it again from its first contract on. Transactions keep
 * their ids: those that were confirmed stay so and take their place in the chain anew, the others are
 * `reorged` until they are met again. No event is sent twice. Confirmed transactions that the chain
 * does not contain are logged: what a merchant was told is not taken back by a program.
 * @returns how the reading ended; `unfinished` goes on with the next scan
 */
export async function rebuildChain(
  ctx: Context<SystemActor>,
  { chainId, until }: { chainId: number; until: Date },
): Promise<ScanOutcome> {
  const chain = chainById(ctx.chains, chainId);
  ctx.log.warn({ chainId }, "the chain is read again from its start");
  await forgetChain(ctx, chainId);
  let outcome = await scanChain(ctx, chain, until);
  while (outcome.kind === "unfinished" && Date.now() < until.getTime()) {
    outcome = await scanChain(ctx, chain, until);
  }
  if (outcome.kind === "current") await reportMissing(ctx, chainId);
  return outcome;
}

async function forgetChain(ctx: Context<SystemActor>, chainId: number): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await tx`select 1 from chain_cursors where chain_id = ${chainId} for update`;
    await tx`delete from chain_events where chain_id = ${chainId}`;
    await tx`delete from chain_blocks where chain_id = ${chainId}`;
    await tx`
      update transactions set status = 'reorged'
      where chain_id = ${chainId}
        and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
    await tx`
      update deployments set joined_at = null, backfilled_number = null, backfilled_hash = null
      where chain_id = ${chainId}`;
    await tx`delete from chain_cursors where chain_id = ${chainId}`;
  });
}

async function reportMissing(ctx: Context<SystemActor>, chainId: number): Promise<void> {
  const missing = await ctx.db<{ id: string }[]>`
    select t.id from transactions t
    where t.chain_id = ${chainId} and t.status = 'confirmed' and not exists (
      select from chain_events e
      where e.chain_id = t.chain_id and e.block_number = t.block_number
        and e.log_index = t.log_index and e.tx_hash = t.tx_hash
    )
    order by t.id limit 100`;
  if (missing.length === 0) return;
  const transactions = missing.map(({ id }) => id);
  ctx.log.error({ chainId, transactions }, "the chain has lost confirmed payments");
}
