import type { Db } from "@/db/client";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import type { Context } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** What a merchant has set for its agent's jobs; null where `commerce` is not enabled. */
export async function readCommerce(db: Db, owner: Owner): Promise<CommerceSettings | null> {
  const [row] = await db<CommerceSettings[]>`
    select * from tmp_agent_commerce where ${ownedBy(db, owner)}`;
  return row ?? null;
}

/** A query of the merchants and modes in which `commerce` is enabled. */
export const commerceMerchants = (db: Db) => db`select merchant_id, mode from tmp_agent_commerce`;

/** What a euro costs at most, in millionths of a dollar. */
export const eurUsdMillionths = (_config: Context["config"]): bigint => 1_250_000n;
