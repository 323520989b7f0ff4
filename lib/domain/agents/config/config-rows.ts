import type { Db, TransactionSql } from "@/db/client";
import type { agentConfigs } from "@/db/schema/agents";
import { type AgentSettings, defaultAgentSettings } from "@/lib/core/agents/agent-settings";
import type { RecoverySettings } from "@/lib/core/subscriptions/recovery";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

type ConfigRow = Omit<
  typeof agentConfigs.$inferSelect,
  "merchantId" | "mode" | "createdAt" | "cashflowDay" | "pricingWeek"
>;
type RecoveryRow = RecoverySettings & { readonly notificationTemplate: string | null };

/** The settings as they are stored, and when they were last changed. */
export interface StoredSettings {
  readonly settings: AgentSettings;
  /** Null: nothing was ever set. */
  readonly updatedAt: Date | null;
}

/** What a merchant has set for its agent in a mode; the defaults where it has set nothing. */
export async function readAgentConfig(db: Db, owner: Owner): Promise<StoredSettings> {
  const [row] = await db<ConfigRow[]>`
    select enabled_capabilities, digest_enabled, anomaly_sensitivity, auto_convert_to_yield,
      minimum_liquid_reserve_cents, require_human_approval_above_usd_cents, approved_vendors,
      monthly_spend_cap_usd_cents, updated_at
    from agent_configs where ${ownedBy(db, owner)}`;
  const [recovery] = await db<RecoveryRow[]>`
    select grace_hours, strategy, notification_template from recovery_settings
    where ${ownedBy(db, owner)}`;
  if (!row) return { settings: defaultAgentSettings, updatedAt: null };
  return {
    settings: {
      enabledCapabilities: row.enabledCapabilities,
      recovery: recovery ?? defaultAgentSettings.recovery,
      cashflow: {
        digestEnabled: row.digestEnabled,
        anomalySensitivity: row.anomalySensitivity,
        autoConvertToYield: row.autoConvertToYield,
        minimumLiquidReserveCents: row.minimumLiquidReserveCents,
      },
      commerce: {
        requireHumanApprovalAboveUsdCents: row.requireHumanApprovalAboveUsdCents,
        approvedVendors: row.approvedVendors,
        monthlySpendCapUsdCents: row.monthlySpendCapUsdCents,
      },
    },
    updatedAt: row.updatedAt,
  };
}

/** Locks a merchant's settings, with the defaults where there are none yet. Changes of them wait for one another. */
export async function lockAgentConfig(tx: TransactionSql, owner: Owner): Promise<AgentSettings> {
  const { merchantId, mode } = owner;
  await tx`
    insert into agent_configs (merchant_id, mode) values (${merchantId}, ${mode})
    on conflict do nothing`;
  await tx`select from agent_configs where ${ownedBy(tx, owner)} for update`;
  return (await readAgentConfig(tx, owner)).settings;
}

/** Writes the settings of a row that the caller has locked; those of recovery where renewals read them. */
export async function writeAgentConfig(
  tx: TransactionSql,
  owner: Owner,
  { enabledCapabilities, recovery, cashflow, commerce }: AgentSettings,
): Promise<void> {
  const { merchantId, mode } = owner;
  await tx`
    update agent_configs set
      ${tx({ enabledCapabilities: [...enabledCapabilities], ...cashflow })},
      require_human_approval_above_usd_cents = ${commerce.requireHumanApprovalAboveUsdCents},
      approved_vendors = ${[...commerce.approvedVendors]}::bytea[],
      monthly_spend_cap_usd_cents = ${commerce.monthlySpendCapUsdCents},
      updated_at = clock_now()
    where ${ownedBy(tx, owner)}`;
  const { graceHours, strategy, notificationTemplate } = recovery;
  const enabled = enabledCapabilities.includes("recovery");
  await tx`
    insert into recovery_settings (merchant_id, mode, grace_hours, strategy, enabled,
      notification_template)
    values (${merchantId}, ${mode}, ${graceHours}, ${strategy}, ${enabled}, ${notificationTemplate})
    on conflict (merchant_id, mode) do update set grace_hours = excluded.grace_hours,
      strategy = excluded.strategy, enabled = excluded.enabled,
      notification_template = excluded.notification_template, updated_at = clock_now()`;
}
