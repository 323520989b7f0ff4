import type { Db } from "@/db/client";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** What a merchant has set for its agent's jobs; null where `commerce` is not enabled. */
export async function readCommerce(_db: Db, _owner: Owner): Promise<CommerceSettings | null> {
  return null;
}

/** A query of the merchants and modes in which `commerce` is enabled. */
export const commerceMerchants = (db: Db) =>
  db`select null::text as merchant_id, null::text as mode where false`;

/** What a euro costs at most, in millionths of a dollar. */
export const eurUsdMillionths = (_config: Context["config"]): bigint => 1_250_000n;
