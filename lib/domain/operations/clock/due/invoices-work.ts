import type { Sql } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import { markInvoicesOverdue } from "@/lib/domain/invoices/mark-invoices-overdue";
import { remindInvoices } from "@/lib/domain/invoices/remind-invoices";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";

export const markInvoicesWork: ClockWork = {
  name: "overdueInvoices",
  each: "step",
  run: (ctx, { db }) => markInvoicesOverdue({ ...ctx, db }),
  nextAt: readNextOverdue,
};

export const remindInvoicesWork: ClockWork = {
  name: "invoiceReminders",
  each: "step",
  run: (ctx, { db }) => remindInvoices({ ...ctx, db }),
  nextAt: readNextReminder,
};

async function readNextOverdue(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date }[]>`
    select i.due_at as at from invoices i
    where ${db.unsafe(indexCondition("due", "i.status", ["sent"]))} and i.due_at > clock_now()
    order by i.due_at limit 1`;
  return row?.at ?? null;
}

async function readNextReminder(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select remind_at as at from invoices where remind_at > clock_now() order by remind_at limit 1`;
  return row?.at ?? null;
}
