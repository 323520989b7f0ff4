import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { defaultRecovery, type RecoverySettings } from "@/lib/core/subscriptions/recovery";

/** How a merchant's failed charges are recovered in a mode. */
export async function readRecoverySettings(
  db: Db,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
): Promise<RecoverySettings> {
  const [row] = await db<RecoverySettings[]>`
    select grace_hours, strategy from recovery_settings
    where merchant_id = ${merchantId} and mode = ${mode}`;
  return row ?? defaultRecovery;
}
