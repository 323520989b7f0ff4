import { transaction } from "@/db/client";
import type { EncodedImage } from "@/lib/adapters/images/encode-image";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { decodeUpload } from "@/lib/domain/platform/images/decode-upload";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { putImageFile } from "@/lib/domain/platform/images/put-image-file";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findProduct, lockProduct } from "./product-rows";
import { type ProductView, viewProduct } from "./view";

/**
 * Takes a file as a product's picture, in place of what was there and of its URL.
 * @throws Refusal as `decodeUpload`
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export const uploadProductImage = {
  prepare(_: Context<SessionActor>, { upload }: { upload: Buffer }): Promise<EncodedImage> {
    return decodeUpload(upload, "product");
  },

  run(
    ctx: Context<SessionActor>,
    { id }: { id: string },
    image: EncodedImage,
  ): Promise<ProductView> {
    const { merchantId } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const { imageUrl } = await lockProduct(tx, ctx.actor, id);
      const place = { merchantId, purpose: "product", subject: id } as const;
      const url = `${ctx.config.APP_URL}${imagePath(await putImageFile(tx, place, image))}`;
      await tx`
        update storefront_products set image_url = ${url}, updated_at = clock_now()
        where id = ${id} and ${ownedBy(tx, ctx.actor)}`;
      await recordAudit(ctx, tx, {
        action: "product.update",
        subject: { type: "product", id },
        before: { imageUrl },
        after: { imageUrl: url },
      });
      return viewProduct(await findProduct(tx, ctx.actor, id));
    });
  },
};
