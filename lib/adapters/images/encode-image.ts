import sharp from "sharp";
import { maxImageBytes } from "@/lib/core/image-kinds";
import { hasImageForm } from "./image-form";
import { inTurn } from "./in-turn";

/** A picture as it is stored and served: WebP, one frame, without metadata. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What was given is no picture that is taken here. */
export class ImageInvalid extends Error {
  override readonly name = "ImageInvalid";
}

/** Of a picture: 64 MB once decoded, 128 MB with 16 bits a channel. */
const MAX_PIXELS = 4_096 * 4_096;
/** What is stored is at most as wide and as high. */
const MAX_SIDE = 512;
const MAX_SECONDS = 10;

// Others' files: nothing is kept between them, and one at a time is decoded by one thread.
sharp.cache(false);
sharp.concurrency(1);
// Whatever a file says it is: other loaders read vectors, documents and raw data.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPng",
    "VipsForeignLoadJpeg",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
  ],
});

/**
 * Decodes a PNG, JPEG, WebP or GIF that somebody else made, and writes the first frame of it anew, turned as its
 * metadata says and without that.
 * @throws ImageInvalid
 * @throws ImagesBusy when too many wait already
 */
export async function encodeImage(file: Buffer): Promise<EncodedImage> {
  if (file.length > maxImageBytes || !hasImageForm(file)) throw new ImageInvalid();
  return inTurn(async () => {
    try {
      const { data, info } = await sharp(file, {
        failOn: "error",
        limitInputPixels: MAX_PIXELS,
        pages: 1,
        sequentialRead: true,
      })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw new ImageInvalid("It could not be decoded", { cause: error });
    }
  });
}
