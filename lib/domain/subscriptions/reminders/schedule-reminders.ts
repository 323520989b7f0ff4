import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { dueLead, nextLook } from "@/lib/core/reminder-times";
import type { SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import { agendaOf } from "./agenda";

/**
 * Notes what a subscription's payer is to be reminded of, after its row has changed: what is noted already stays as it
 * is, and nothing is left of one that has ended. The caller has the subscription's row.
 */
export async function scheduleReminders(tx: TransactionSql, row: SubscriptionRow): Promise<void> {
  if (row.planId === null || row.enrolledAt === null) return;
  const [plan] = await tx<{ maxCycles: number | null; now: Date }[]>`
    select max_cycles, clock_now() as now from subscription_plans where id = ${row.planId}`;
  if (!plan) return;
  const agenda = agendaOf({ ...row, maxCycles: plan.maxCycles });
  const kinds = agenda.map(({ kind }) => kind);
  const noted = agenda.map(({ kind, about, leads }) => ({
    kind,
    about,
    // The end comes sooner than was thought once nothing more is left to charge.
    remindAt:
      row.nextChargeAt === null && dueLead(leads, about, plan.now) !== null
        ? plan.now
        : nextLook(leads, about, plan.now),
  }));
  await tx`
    delete from subscription_reminders
    where subscription_id = ${row.id} and kind <> all (${kinds})`;
  if (noted.length === 0) return;
  await tx`
    insert into subscription_reminders as r (subscription_id, kind, about, remind_at)
    select ${row.id}, n.kind, n.about, n."remindAt"
    from json_to_recordset(${asRows(noted)}::text::json)
      as n(kind text, about timestamptz, "remindAt" timestamptz)
    order by n.kind
    on conflict (subscription_id, kind) do update
      set about = excluded.about, remind_at = excluded.remind_at
      where r.about <> excluded.about`;
}
