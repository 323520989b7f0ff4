import { type EncodedImage, encodeImage, ImageInvalid } from "@/lib/adapters/images/encode-image";
import { ImagesBusy } from "@/lib/adapters/images/turns";
import { Refusal } from "@/lib/core/errors";
import { type ImagePurpose, imageSides } from "@/lib/core/kinds";

/**
 * Makes a picture of an uploaded file, as large as it may be for its purpose.
 * @throws Refusal `invalid_request` with `image_invalid`
 * @throws Refusal `rate_limited`: too many pictures are being decoded
 */
export async function decodeUpload(file: Buffer, purpose: ImagePurpose): Promise<EncodedImage> {
  try {
    return await encodeImage(file, imageSides[purpose]);
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ImageInvalid) {
    return new Refusal(
      "invalid_request",
      "The file is not a supported picture. Use a PNG, JPEG, WebP or GIF.",
      {
        details: { reason: "image_invalid" },
      },
    );
  }
  if (!(error instanceof ImagesBusy)) return error;
  return new Refusal("rate_limited", "Too many pictures are being processed. Try again.", {
    details: { reason: "too_many_requests" },
    retryAfterSeconds: 2,
  });
}
