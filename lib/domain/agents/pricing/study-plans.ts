import { transaction } from "@/db/client";
import { lastWeek } from "@/lib/core/agents/last-week";
import { digits } from "@/lib/core/amounts/money";
import { dayText } from "@/lib/core/insight/day-range";
import { type NewActivity, recordActivities } from "@/lib/domain/agents/activity/record-activity";
import { dueConfigs } from "@/lib/domain/agents/config/due-configs";
import { formatMoney } from "@/lib/domain/mails/mail";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type PlanFinding, readFindings } from "./read-findings";

/**
 * Tells each merchant whose agent studies its plans what the last week (from Monday, UTC) shows of them, once: a row of
 * activity per plan. Prices are never changed. A merchant that fails is left for the next run.
 * @param given.after where the call before ended; null at first
 * @param given.until when to stop
 * @returns where to go on; null at the end
 */
export async function studyPlans(
  ctx: Context<SystemActor>,
  { after, until }: { readonly after: Owner | null; readonly until: Date },
): Promise<Owner | null> {
  const week = lastWeek(await readClock(ctx.db));
  const day = dayText(week.from);
  let last = after;
  for (;;) {
    const due = await dueConfigs(ctx.db, "pricing_intelligence", { after: last, day });
    for (const { merchantId, mode } of due) {
      last = { merchantId, mode };
      await readFindings(ctx.db, last, week)
        .then((findings) => tellOnce(ctx, { merchantId, mode }, day, findings))
        .catch((error: unknown) => {
          ctx.log.error({ err: error, merchantId }, "plans of a merchant could not be studied");
        });
      if (new Date() > until) return last;
    }
    if (due.length === 0) return null;
  }
}

function tellOnce(
  { db }: Context<SystemActor>,
  owner: Owner,
  week: string,
  findings: readonly PlanFinding[],
): Promise<void> {
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update agent_configs set pricing_week = ${week}::date
      where ${ownedBy(tx, owner)} and 'pricing_intelligence' = any (enabled_capabilities)
        and (pricing_week is null or pricing_week < ${week}::date)`;
    if (count !== 1) return;
    await recordActivities(
      tx,
      findings.map((finding) => activityOf(owner, finding)),
    );
  });
}

function activityOf({ merchantId, mode }: Owner, finding: PlanFinding): NewActivity {
  const { planId, name, amount, currency, started, paying, failures, medianBalance } = finding;
  const causes = failures.map(({ code, count }) => `${count} ${code}`).join(", ");
  const held =
    medianBalance === null
      ? ""
      : ` The median balance of their wallets is ${formatMoney(digits(medianBalance), currency)}.`;
  return {
    ...{ merchantId, mode },
    capability: "pricing_intelligence",
    action: "report_plan",
    summary: `${name}: ${paying} of ${started} new subscriptions pay ${formatMoney(digits(amount), currency)}`,
    reason: causes === "" ? "No charge fails." : `Charges that fail: ${causes}.${held}`,
    setting: "enabledCapabilities",
    resource: { type: "subscription_plan", id: planId },
    outcome: "succeeded",
  };
}
