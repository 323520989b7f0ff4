import { stateList } from "@/db/state-list";
import { openSessionStatuses } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { expireIfDue } from "./find-session";
import { isDue } from "./is-due";
import { type SessionRow, selectSessions } from "./session-rows";
import { isUnpaid } from "./unpaid";

const BATCH = 200;
const AFTER_AUTHORIZATION_SECONDS = 600;

/**
 * Expires the sessions whose time is up. The deadline of one that is being paid moves to ten minutes
 * after the payer's authorization ends, so that its payment can still land.
 * @returns how many sessions were expired
 */
export async function expireDueSessions(ctx: Context): Promise<number> {
  const { db } = ctx;
  await db`
    with due as materialized (
      select s.id from payment_sessions s where s.expires_at <= clock_now() and ${isUnpaid(db)}
    ), paying as materialized (
      select due.id, (
        select valid_before from relay_open_submissions where session_id = due.id limit 1
      ) as valid_before
      from due
    )
    update payment_sessions s
    set expires_at = greatest(s.expires_at,
      to_timestamp(least(p.valid_before, 32503680000)::float8 + ${AFTER_AUTHORIZATION_SECONDS}))
    from paying p
    where s.id = p.id and p.valid_before is not null
      and s.status in (${stateList(db, openSessionStatuses)})`;
  const due = await db<SessionRow[]>`
    ${selectSessions(db)}
    where ${isUnpaid(db)} and ${isDue(db)}
    order by s.expires_at limit ${BATCH}`;
  let expired = 0;
  for (const row of due) {
    if ((await expireIfDue(ctx, row)).status === "expired") expired += 1;
  }
  return expired;
}
