import type { Sql } from "@/db/client";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { isDue } from "@/lib/domain/payments/sessions/is-due";
import { releaseDueSessions } from "@/lib/domain/payments/sessions/release-sessions";
import { isUnpaid } from "@/lib/domain/payments/sessions/unpaid";

export const expireSessionsWork: ClockWork = {
  name: "sessions",
  each: "step",
  run: async (ctx, { db }) =>
    (await expireDueSessions({ ...ctx, db })) + (await releaseDueSessions({ ...ctx, db })),
  nextAt: readNextExpiry,
  waiting: async (db, at) => {
    const rows = await db`
      select from payment_sessions s
      where ${isUnpaid(db)} and ${isDue(db)} and s.expires_at <= ${at} limit 100`;
    return rows.length;
  },
};

async function readNextExpiry(db: Sql, since: Date): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select s.expires_at as at from payment_sessions s
    where ${isUnpaid(db)} and s.expires_at > clock_now() and s.created_at <= ${since}
    order by s.expires_at limit 1`;
  return row?.at ?? null;
}
