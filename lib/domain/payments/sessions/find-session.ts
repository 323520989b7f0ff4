import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { closeSession, lockSession } from "./close-session";
import { isDue } from "./is-due";
import { type SessionRow, selectSessions } from "./session-rows";
import { isUnpaid } from "./unpaid";

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

/** As many as the longest page: the job expires what is left. */
const AT_MOST = 100;

/**
 * Expires a merchant's sessions whose time is up, so that a list does not show them as pending. They are found by their
 * deadline, which few have passed: the job runs each minute, and drafts that rest for longer than a day are left out.
 */
export async function expireDueOf(ctx: Context<MerchantActor>): Promise<void> {
  const { db, actor } = ctx;
  const due = await db<SessionRow[]>`
    ${selectSessions(db)}
    where ${isUnpaid(db)} and ${isDue(db)} and s.expires_at > clock_now() - interval '1 day'
      and case when ${ownedBy(db, actor, "s")} then true end
    order by s.expires_at limit ${AT_MOST}`;
  for (const row of due) await expireIfDue(ctx, row);
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
