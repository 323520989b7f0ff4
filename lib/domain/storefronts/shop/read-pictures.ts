import type { Db } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { ImagePurpose } from "@/lib/core/kinds";
import { imagePath } from "@/lib/domain/platform/images/image-rows";

/** Paths of our copies of a merchant's pictures. */
export interface ShopPictures {
  readonly logo: string | null;
  readonly cover: string | null;
  /** By the product's id. */
  readonly products: Readonly<Record<string, string>>;
}

/** The stored pictures of a merchant's shop and of their products. @param shopId null before the shop is saved */
export async function readPictures(
  db: Db,
  { merchantId, shopId }: { merchantId: string; shopId: string | null },
): Promise<ShopPictures> {
  const rows = await db<{ purpose: ImagePurpose; subject: string; sha256: Bytes32 | null }[]>`
    select purpose, subject, sha256 from image_references
    where merchant_id = ${merchantId} and purpose <> 'logo' and sha256 is not null`;
  const pathOf = (purpose: ImagePurpose) => {
    const row = rows.find((one) => one.purpose === purpose && one.subject === shopId);
    return row?.sha256 ? imagePath(row.sha256) : null;
  };
  const products = rows.flatMap(({ purpose, subject, sha256 }) =>
    purpose === "product" && sha256 !== null ? [[subject, imagePath(sha256)] as const] : [],
  );
  return {
    logo: pathOf("storefront_logo"),
    cover: pathOf("storefront_cover"),
    products: Object.fromEntries(products),
  };
}
