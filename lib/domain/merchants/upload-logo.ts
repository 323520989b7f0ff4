import { transaction } from "@/db/client";
import {
  type EncodedImage,
  encodeImage,
  ImageInvalid,
  ImagesBusy,
} from "@/lib/adapters/images/encode-image";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { uploadLogo as declaration } from "@/lib/contract/merchants/merchant-account";
import { Refusal } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
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
  async prepare(_: Context<SessionActor>, { upload }: { upload: Buffer }): Promise<EncodedImage> {
    try {
      return await encodeImage(upload);
    } catch (error) {
      throw refusalOf(error);
    }
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
      return readMerchant(tx, merchantId, mode);
    });
  },
};

function refusalOf(error: unknown): unknown {
  if (error instanceof ImageInvalid) {
    return new Refusal("invalid_request", "The file is no picture that is taken here.", {
      details: { reason: "image_invalid" },
    });
  }
  if (!(error instanceof ImagesBusy)) return error;
  return new Refusal("rate_limited", "Too many pictures are being read: try again.", {
    details: { reason: "too_many_requests" },
    retryAfterSeconds: 2,
  });
}
