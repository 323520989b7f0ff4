import type { Sql } from "@/db/client";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";

export const sendMailsWork: ClockWork = {
  name: "mails",
  each: "step",
  run: async (ctx, { db, until }) => (await drainMails({ ...ctx, db }, { until })).attempts,
  nextAt: readNextMail,
  waiting: async (db, at) => {
    const rows = await db`
      select from mails
      where (state = 'queued' and next_attempt_at <= ${at})
        or (lease_until is not null and created_at <= ${at})
      limit 100`;
    return rows.length;
  },
};

async function readNextMail(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select next_attempt_at as at from mails
    where state = 'queued' and next_attempt_at > clock_now() order by next_attempt_at limit 1`;
  return row?.at ?? null;
}
