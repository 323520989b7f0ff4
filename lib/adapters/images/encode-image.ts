import { imageSides, maxImageBytes } from "@/lib/core/kinds";
import { restrictedSharp } from "./restricted-sharp";
import { createTurns } from "./turns";

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
const MAX_SECONDS = 10;

const latin1 = (file: Buffer, from: number, to: number) => file.toString("latin1", from, to);

/** Whether a file begins as a PNG, JPEG, GIF or WebP does, without regard to its name and its sender. */
function hasImageForm(file: Buffer): boolean {
  const head = latin1(file, 0, 8);
  return (
    head === "\x89PNG\r\n\x1a\n" ||
    head.startsWith("\xff\xd8\xff") ||
    head.startsWith("GIF87a") ||
    head.startsWith("GIF89a") ||
    (head.startsWith("RIFF") && latin1(file, 8, 12) === "WEBP")
  );
}

/** Each has up to 2 MB in hand while it waits. */
const inTurn = createTurns(8);

/**
 * Decodes an untrusted PNG, JPEG, WebP or GIF and encodes its first frame again, turned as its metadata says and
 * without the metadata.
 * @param side how wide and high it is at most, in pixels
 * @throws ImageInvalid
 * @throws ImagesBusy when too many wait already
 */
export async function encodeImage(file: Buffer, side = imageSides.logo): Promise<EncodedImage> {
  if (file.length > maxImageBytes || !hasImageForm(file)) throw new ImageInvalid();
  return inTurn(async () => {
    try {
      const { data, info } = await restrictedSharp(file, {
        failOn: "error",
        limitInputPixels: MAX_PIXELS,
        pages: 1,
        sequentialRead: true,
      })
        .timeout({ seconds: MAX_SECONDS })
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      throw new ImageInvalid("It could not be decoded", { cause: error });
    }
  });
}
