import { transaction } from "@/db/client";
import type { EncodedImage } from "@/lib/adapters/images/encode-image";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { decodeUpload } from "@/lib/domain/platform/images/decode-upload";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { putImageFile } from "@/lib/domain/platform/images/put-image-file";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findStorefront, requireStorefront } from "./storefront-rows";
import { type StorefrontView, viewStorefront } from "./view";

const fields = { storefront_logo: "logoUrl", storefront_cover: "coverImageUrl" } as const;

/**
 * Makes the verb that takes a file as a picture of the shop, in place of what was there and of its URL. It refuses as
 * `decodeUpload`, and with `not_found` or `already_archived` as `requireStorefront`.
 */
const uploadOf = (purpose: keyof typeof fields) => ({
  prepare(_: Context<SessionActor>, { upload }: { upload: Buffer }): Promise<EncodedImage> {
    return decodeUpload(upload, purpose);
  },

  run(ctx: Context<SessionActor>, _: object, image: EncodedImage): Promise<StorefrontView> {
    const { merchantId } = ctx.actor;
    const field = fields[purpose];
    return transaction(ctx.db, async (tx) => {
      const shop = await requireStorefront(tx, ctx.actor);
      const place = { merchantId, purpose, subject: shop.id };
      const url = `${ctx.config.APP_URL}${imagePath(await putImageFile(tx, place, image))}`;
      await tx`
        update storefronts set ${tx({ [field]: url })}, updated_at = clock_now()
        where id = ${shop.id} and ${ownedBy(tx, ctx.actor)}`;
      await recordAudit(ctx, tx, {
        action: "storefront.update",
        subject: { type: "storefront", id: shop.id },
        before: { [field]: shop[field] },
        after: { [field]: url },
      });
      return viewStorefront(ctx, await findStorefront(tx, ctx.actor));
    });
  },
});

/** Takes a file as the shop's logo. */
export const uploadStorefrontLogo = uploadOf("storefront_logo");

/** Takes a file as the shop's cover picture. */
export const uploadStorefrontCover = uploadOf("storefront_cover");
