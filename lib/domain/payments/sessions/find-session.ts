import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { closeSession, lockSession } from "./close-session";
import { isDue } from "./is-due";
import { type SessionRow, selectSessions } from "./session-rows";

/**
 * Finds a session, and expires it first when its time is up and it is not being paid.
 * @param owner the merchant and mode that must own it; absent for those who hold its link
 * @throws Refusal `not_found`
 */
export async function findSession(
  ctx: Context,
  sessionId: string,
  owner?: { merchantId: string; mode: Mode },
): Promise<SessionRow> {
  const { db } = ctx;
  const owned = owner ? ownedBy(db, owner, "s") : db`true`;
  const [row] = await db<(SessionRow & { due: boolean })[]>`
    select s.*, ${isDue(db)} as due
    from (${selectSessions(db)} where s.id = ${sessionId} and ${owned}) s`;
  if (!row) throw notFound("payment session");
  return row.due ? expireIfDue(ctx, row) : row;
}

/**
 * Expires a session whose time is up. One that is being paid is left alone: its deadline moves with
 * the payer's authorization.
 */
export async function expireIfDue(ctx: Context, row: SessionRow): Promise<SessionRow> {
  return transaction(ctx.db, async (tx) => {
    const current = await lockSession(tx, row.id);
    if (!current) return row;
    const [due] = await tx<{ id: string }[]>`
      select id from payment_sessions s
      where s.id = ${row.id} and ${isDue(tx)}`;
    if (!due) return current;
    return closeSession(ctx, tx, current, "expired");
  });
}
