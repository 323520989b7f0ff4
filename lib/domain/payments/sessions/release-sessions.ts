import { type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { sessionTransitions, sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { isExecutable } from "./is-executable";

type Releaser = Pick<Context, "chains" | "config" | "modules">;

const AGAIN_SECONDS = 60;
const BATCH = 200;

/** Closed without a payment; a payment that was mined before may still confirm one of these. */
const closedStatuses = sourcesOf(sessionTransitions, "confirmed").filter(
  (status) => status !== "pending",
);

/**
 * Lets go of what is held for a session that was closed, or notes that it is to be looked at again while an
 * authorization for it can be executed. The caller has locked its row.
 */
export async function releaseUnlessExecutable(
  ctx: Releaser,
  tx: TransactionSql,
  id: string,
): Promise<void> {
  const [session] = await tx<{ isClosed: boolean; isExecutable: boolean }[]>`
    select s.status in (${stateList(tx, closedStatuses)}) as is_closed,
      ${isExecutable(tx)} as is_executable
    from payment_sessions s where s.id = ${id}`;
  if (session?.isClosed && session.isExecutable) {
    await tx`
      update payment_sessions
      set release_at = clock_now() + ${AGAIN_SECONDS} * interval '1 second' where id = ${id}`;
    return;
  }
  await tx`
    update payment_sessions set release_at = null where id = ${id} and release_at is not null`;
  if (!session?.isClosed) return;
  for (const release of ctx.modules.onReleased) await release(ctx, tx, [{ id }]);
}

/**
 * Looks again at closed sessions for which an authorization could be executed, and lets go of what is held for
 * those where none can any more. One that was paid meanwhile keeps it.
 * @returns how many were looked at
 */
export async function releaseDueSessions(ctx: Context): Promise<number> {
  const due = await ctx.db<{ id: string }[]>`
    select id from payment_sessions where release_at <= clock_now()
    order by release_at limit ${BATCH}`;
  for (const { id } of due) {
    await transaction(ctx.db, async (tx) => {
      await tx`select from payment_sessions where id = ${id} for no key update`;
      await releaseUnlessExecutable(ctx, tx, id);
    });
  }
  return due.length;
}
