import type { TransactionSql } from "@/db/client";
import { followImageUrl } from "@/lib/domain/platform/images/follow-image-url";
import type { MerchantRow } from "./merchant-rows";

/**
 * Has the logo follow its URL.
 * @param url as it is given; undefined leaves the logo as it is
 */
export async function changeLogo(
  tx: TransactionSql,
  { id: merchantId, logoUrl }: Pick<MerchantRow, "id" | "logoUrl">,
  url: string | null | undefined,
): Promise<void> {
  const place = { merchantId, purpose: "logo", subject: "" } as const;
  await followImageUrl(tx, place, { before: logoUrl, after: url });
}
