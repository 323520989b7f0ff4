import type { merchants } from "@/db/schema/merchants";
import type { getMerchantCard as declaration } from "@/lib/contract/checkout";
import type { OutputOf } from "@/lib/contract/endpoint";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/context";

type Card = Pick<
  typeof merchants.$inferSelect,
  "id" | "businessName" | "logoUrl" | "payoutAddress"
>;

/**
 * What payers see of a merchant.
 * @throws Refusal `not_found`
 */
export async function getMerchantCard(
  { db }: Context<PublicActor>,
  { id }: { id: string },
): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<Card[]>`
    select id, business_name, logo_url, payout_address from merchants where id = ${id}`;
  if (!row) throw notFound("merchant");
  return {
    object: "merchant_card",
    id: row.id,
    businessName: row.businessName,
    logoUrl: row.logoUrl,
    walletAddress: row.payoutAddress,
  };
}
