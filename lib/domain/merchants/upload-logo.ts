import { transaction } from "@/db/client";
import type { EncodedImage } from "@/lib/adapters/images/encode-image";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { uploadLogo as declaration } from "@/lib/contract/merchants/merchant-account";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { decodeUpload } from "@/lib/domain/platform/images/decode-upload";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { putImageFile } from "@/lib/domain/platform/images/put-image-file";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant } from "./merchant-rows";

/**
 * Takes a file as the merchant's logo, in place of what was there and of its URL.
 * @throws Refusal `invalid_request` with `image_invalid`
 * @throws Refusal `rate_limited`: too many pictures are being decoded
 * @throws Refusal `permission_denied` with `merchant_closed`
 */
export const uploadLogo = {
  prepare(_: Context<SessionActor>, { upload }: { upload: Buffer }): Promise<EncodedImage> {
    return decodeUpload(upload, "logo");
  },

  run(
    ctx: Context<SessionActor>,
    _: object,
    image: EncodedImage,
  ): Promise<OutputOf<typeof declaration>> {
    const { merchantId, mode } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const { logoUrl } = await lockMerchant(tx, merchantId);
      const sha256 = await putImageFile(tx, { merchantId, purpose: "logo", subject: "" }, image);
      const url = `${ctx.config.APP_URL}${imagePath(sha256)}`;
      await tx`
        update merchants set logo_url = ${url}, updated_at = clock_now() where id = ${merchantId}`;
      await recordAudit(ctx, tx, {
        action: "merchant.update",
        subject: { type: "merchant", id: merchantId },
        before: { logoUrl },
        after: { logoUrl: url },
      });
      return readMerchant({ ...ctx, db: tx }, merchantId, mode);
    });
  },
};
