import type { images } from "@/db/schema/images";
import type { merchants } from "@/db/schema/merchants";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantCard as declaration } from "@/lib/contract/payments/checkout";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { payoutAddress } from "@/lib/domain/merchants/payout-address";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { imagePath } from "@/lib/domain/platform/images/image-rows";

type Card = Pick<
  typeof merchants.$inferSelect,
  "id" | "businessName" | "payoutAddress" | "testPayoutAddress"
> & {
  readonly sha256: (typeof images.$inferSelect)["sha256"] | null;
};

/** Where payments of a mode go; without one those of live mode, or of test mode where there is no other. */
function addressOf({ payoutAddress, testPayoutAddress }: Card, mode: Mode | undefined) {
  if (mode === "test") return testPayoutAddress;
  return mode === "live" ? payoutAddress : (payoutAddress ?? testPayoutAddress);
}

/**
 * What payers see of a merchant.
 * @throws Refusal `not_found`
 */
export async function getMerchantCard(
  { db, chains, config }: Context<PublicActor>,
  { id, mode }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const [row] = await db<Card[]>`
    select m.id, m.business_name, ${payoutAddress(db, chains, "live")} as payout_address,
      ${payoutAddress(db, chains, "test")} as test_payout_address, r.sha256
    from merchants m left join image_references r on r.merchant_id = m.id and r.purpose = 'logo'
    where m.id = ${id}`;
  if (!row) throw notFound("merchant");
  return {
    object: "merchant_card",
    id: row.id,
    businessName: row.businessName,
    logoUrl: row.sha256 && `${config.APP_URL}${imagePath(row.sha256)}`,
    walletAddress: addressOf(row, mode),
  };
}
