import type { Db } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getOwnMerchant as declaration } from "@/lib/contract/merchants";
import { notFound } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/context";

type MerchantRow = Omit<typeof merchants.$inferSelect, "confirmationPolicy">;

/** The merchant that a signed-in person acts for; a merchant is the same in both modes. */
export function getOwnMerchant({
  db,
  actor,
}: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  return readMerchant(db, actor.merchantId);
}

/** A merchant as its owner sees it. */
export async function readMerchant(db: Db, id: string): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<MerchantRow[]>`
    select id, business_name, business_sector, country_code, website_url, logo_url, payout_address,
      default_currency, email, email_prefs, tier, status, metadata, created_at, updated_at
    from merchants where id = ${id}`;
  if (!row) throw notFound("merchant");
  return { object: "merchant", ...row };
}
