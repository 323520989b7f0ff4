import type { Db } from "@/db/client";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import type { Context } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

const isEnabled = (db: Db) => db`enabled_capabilities @> array['commerce']`;

/** What a merchant has set for its agent's jobs; null where `commerce` is not enabled. */
export async function readCommerce(db: Db, owner: Owner): Promise<CommerceSettings | null> {
  const [row] = await db<CommerceSettings[]>`
    select require_human_approval_above_usd_cents, approved_vendors, monthly_spend_cap_usd_cents
    from agent_configs where ${ownedBy(db, owner)} and ${isEnabled(db)}`;
  return row ?? null;
}

/** A query of the merchants and modes in which `commerce` is enabled. */
export const commerceMerchants = (db: Db) => db`
  select merchant_id, mode from agent_configs where ${isEnabled(db)}`;

/** What a euro costs at most, in millionths of a dollar. */
export const eurUsdMillionths = ({
  EUR_USD_RATE,
}: Pick<Context["config"], "EUR_USD_RATE">): bigint => EUR_USD_RATE;
