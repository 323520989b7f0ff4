import type { TransactionSql } from "@/db/client";
import { putImageUrl } from "@/lib/domain/platform/images/put-image-url";
import type { MerchantRow } from "./merchant-rows";

/**
 * Has the logo follow its URL. The URL of a file that was uploaded is ours: given again, it changes nothing.
 * @param url as it is given; undefined leaves the logo as it is
 */
export async function changeLogo(
  tx: TransactionSql,
  { id: merchantId, logoUrl }: Pick<MerchantRow, "id" | "logoUrl">,
  url: string | null | undefined,
): Promise<void> {
  if (url === undefined) return;
  const place = { merchantId, purpose: "logo" } as const;
  if (url !== null && url === logoUrl) {
    const uploaded = await tx`
      select from image_references
      where merchant_id = ${merchantId} and purpose = 'logo' and source_url is null`;
    if (uploaded.length > 0) return;
  }
  await putImageUrl(tx, place, url);
}
