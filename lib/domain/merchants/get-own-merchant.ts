import type { merchants } from "@/db/schema/merchants";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getOwnMerchant as declaration } from "@/lib/contract/merchants/merchants";
import { notFound } from "@/lib/core/errors";
import type { ImageStatus } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { payoutAddress } from "./payout-address";

type MerchantRow = Omit<
  typeof merchants.$inferSelect,
  | "confirmationPolicy"
  | "phone"
  | "testPayoutAddress"
  | "onboardedAt"
  | "liveUnlockedAt"
  | "feeLoweredAt"
  | "notificationsLastReadAt"
> & { readonly logoStatus: ImageStatus | null };

/** The merchant that a signed-in person acts for: the same in both modes, but for the payout address. */
export function getOwnMerchant(ctx: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  return readMerchant(ctx, ctx.actor.merchantId, ctx.actor.mode);
}

/** A merchant as its owner sees it. */
export async function readMerchant(
  { db, chains }: Pick<Context, "db" | "chains">,
  id: string,
  mode: Mode,
): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<MerchantRow[]>`
    select id, business_name, business_sector, country_code, website_url, logo_url, support_email, time_zone,
      (
        select i.status from image_references i
        where i.merchant_id = m.id and i.purpose = 'logo'
      ) as logo_status,
      ${payoutAddress(db, chains, mode)} as payout_address,
      default_currency, email, email_prefs, tier, status, metadata, created_at, updated_at
    from merchants m where id = ${id}`;
  if (!row) throw notFound("merchant");
  return { object: "merchant", ...row };
}
