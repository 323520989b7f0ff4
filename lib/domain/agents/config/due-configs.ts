import type { Db } from "@/db/client";
import type { CashflowSettings } from "@/lib/core/agents/agent-settings";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** A merchant whose agent works in a mode, with its settings of cash flow. */
export type DueConfig = Owner & CashflowSettings;

const AT_ONCE = 100;

/** The columns that say which day, or first day of a week, was worked through last. */
const marks = { cashflow: "cashflow_day", pricing_intelligence: "pricing_week" } as const;

/**
 * The settings of merchants whose agent has not yet worked through the last period of a capability, a hundred at a time by
 * merchant and mode; closed merchants are left out.
 * @param given.day the day, or first day of the week, that is to be worked through
 */
export function dueConfigs(
  db: Db,
  capability: keyof typeof marks,
  { after, day }: { readonly after: Owner | null; readonly day: string },
): Promise<DueConfig[]> {
  const mark = db`c.${db(marks[capability])}`;
  return db<DueConfig[]>`
    select c.merchant_id, c.mode, c.digest_enabled, c.anomaly_sensitivity, c.auto_convert_to_yield,
      c.minimum_liquid_reserve_cents
    from agent_configs c join merchants m on m.id = c.merchant_id
    where ${capability} = any (c.enabled_capabilities) and m.status <> 'closed'
      and (c.merchant_id, c.mode) > (${after?.merchantId ?? ""}, ${after?.mode ?? ""})
      and (${mark} is null or ${mark} < ${day}::date)
    order by c.merchant_id, c.mode limit ${AT_ONCE}`;
}
