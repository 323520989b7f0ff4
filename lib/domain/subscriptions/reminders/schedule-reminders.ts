import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { dueLead, nextLook } from "@/lib/core/subscriptions/reminder-times";
import type { SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import { agendaOf } from "./agenda";

interface RemindedPlan {
  readonly id: string;
  readonly maxCycles: number | null;
  readonly now: Date;
}

/**
 * Notes what subscriptions' payers are to be reminded of, after their rows have changed: what is noted already stays as it
 * is, and nothing is left of one that has ended. The caller has the subscriptions' rows, each once.
 */
export async function scheduleReminders(
  tx: TransactionSql,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const planIds = rows.flatMap(({ planId, enrolledAt }) => (enrolledAt && planId) ?? []);
  if (planIds.length === 0) return;
  const found = await tx<RemindedPlan[]>`
    select id, max_cycles, clock_now() as now from subscription_plans
    where id = any (${[...new Set(planIds)]})`;
  const plans = new Map(found.map((plan) => [plan.id, plan]));
  const reminded = rows.flatMap((row) => {
    const plan = row.enrolledAt && plans.get(row.planId ?? "");
    return plan ? [{ row, plan }] : [];
  });
  const noted = asRows(reminded.flatMap(({ row, plan }) => notesOf(row, plan)));
  await tx`
    delete from subscription_reminders
    where subscription_id = any (${reminded.map(({ row }) => row.id)})
      and (subscription_id, kind) not in (
        select id, kind from json_to_recordset(${noted}::text::json) as n(id text, kind text)
      )`;
  await tx`
    insert into subscription_reminders as r (subscription_id, kind, about, remind_at)
    select n.id, n.kind, n.about, n."remindAt"
    from json_to_recordset(${noted}::text::json)
      as n(id text, kind text, about timestamptz, "remindAt" timestamptz)
    order by n.id, n.kind
    on conflict (subscription_id, kind) do update
      set about = excluded.about, remind_at = excluded.remind_at
      where r.about <> excluded.about`;
}

function notesOf(row: SubscriptionRow, { maxCycles, now }: RemindedPlan) {
  return agendaOf({ ...row, maxCycles }).map(({ kind, about, leads }) => ({
    id: row.id,
    kind,
    about,
    // The end comes sooner than was thought once nothing more is left to charge.
    remindAt:
      row.nextChargeAt === null && dueLead(leads, about, now) !== null
        ? now
        : nextLook(leads, about, now),
  }));
}
