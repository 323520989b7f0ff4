import type { Sql } from "@/db/client";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { remindPayers } from "@/lib/domain/subscriptions/reminders/remind-payers";

export const remindPayersWork: ClockWork = {
  name: "payerReminders",
  each: "step",
  run: (ctx, { db }) => remindPayers({ ...ctx, db }),
  nextAt: readNextLook,
};

async function readNextLook(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select remind_at as at from subscription_reminders
    where remind_at > clock_now() order by remind_at limit 1`;
  return row?.at ?? null;
}
