import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { defaultRecovery, type RecoverySettings } from "@/lib/core/subscriptions/recovery";

/** How a merchant's failed charges are recovered, and by whom. */
export interface AppliedRecovery extends RecoverySettings {
  /** The agent's capability is on, and these are its settings. */
  readonly byAgent: boolean;
  /** What payers are told of a failed charge; null: the mail's own words alone. */
  readonly notificationTemplate: string | null;
}

const byDefault: AppliedRecovery = {
  ...defaultRecovery,
  byAgent: false,
  notificationTemplate: null,
};

/** How a merchant's failed charges are recovered in a mode: as the product does by itself where the agent does not. */
export async function readRecoverySettings(
  db: Db,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
): Promise<AppliedRecovery> {
  const [row] = await db<AppliedRecovery[]>`
    select grace_hours, strategy, notification_template, true as by_agent from recovery_settings
    where merchant_id = ${merchantId} and mode = ${mode} and enabled`;
  return row ?? byDefault;
}
