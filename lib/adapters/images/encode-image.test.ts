import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { maxImageBytes } from "@/lib/core/kinds";
import { animation, bombPng, htmlFile, noise, picture, svgFile } from "@/testing/images";
import { encodeImage, ImageInvalid } from "./encode-image";
import { ImagesBusy } from "./turns";

const read = (bytes: Buffer) => sharp(bytes, { pages: -1 }).metadata();
const refuses = (file: Buffer) => expect(encodeImage(file)).rejects.toBeInstanceOf(ImageInvalid);

describe("a picture", () => {
  test.each(["png", "jpeg", "webp", "gif"] as const)(
    "that is %s is written as WebP",
    async (form) => {
      const made = await encodeImage(await picture(64, 32).toFormat(form).toBuffer());
      expect(made).toMatchObject({ width: 64, height: 32 });
      expect((await read(made.bytes)).format).toBe("webp");
    },
  );

  test("that is large becomes at most 512 pixels wide and high, in its shape", async () => {
    const wide = await encodeImage(await picture(4_000, 100).png().toBuffer());
    expect([wide.width, wide.height]).toEqual([512, 13]);
    const tall = await encodeImage(await picture(3, 4_096).png().toBuffer());
    expect([tall.width, tall.height]).toEqual([1, 512]);
    const cover = await encodeImage(await picture(4_000, 100).png().toBuffer(), 1_600);
    expect([cover.width, cover.height]).toEqual([1_600, 40]);
  });

  test.each(["gif", "webp"] as const)(
    "that is moving, as %s, becomes its first frame",
    async (form) => {
      const moving = await animation(20, 10, 4).toFormat(form).toBuffer();
      expect((await read(moving)).pages).toBe(4);
      const made = await encodeImage(moving);
      expect(made).toMatchObject({ width: 20, height: 10 });
      expect((await read(made.bytes)).pages ?? 1).toBe(1);
      const { channels } = await sharp(made.bytes).stats();
      expect(channels[0]?.min).toBeGreaterThan(250);
    },
  );

  test("loses its metadata, where it was taken among it, and stands as that says", async () => {
    const gps = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 23/1 0/1" } };
    const given = await picture(40, 20)
      .jpeg()
      .withExif({ IFD0: { Copyright: "Ada Lovelace" }, ...gps })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>Ada</x:xmpmeta>")
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const before = await read(given);
    expect([before.orientation, before.exif?.includes("Ada"), before.xmp?.includes("Ada")]).toEqual(
      [6, true, true],
    );
    const made = await encodeImage(given);
    expect(made).toMatchObject({ width: 20, height: 40 });
    const after = await read(made.bytes);
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(
      Array.from({ length: 5 }),
    );
    expect(made.bytes.includes("Ada")).toBe(false);
  });

  test("of a part and of no colours keeps what is not there", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const given = await picture(10, 10).extend({ left: 10, background: clear }).png().toBuffer();
    const { isOpaque } = await sharp((await encodeImage(given)).bytes).stats();
    expect(isOpaque).toBe(false);
  });
});

describe("no picture", () => {
  test("is a vector, a document or text, whatever it is called", async () => {
    const gzipped = Buffer.from([0x1f, 0x8b, 8, 0]);
    for (const file of [svgFile, htmlFile, gzipped, Buffer.from("%PDF-1.7"), Buffer.alloc(0)]) {
      await refuses(file);
    }
    // It begins as a PNG does, and goes on as something else.
    await refuses(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svgFile]));
  });

  test("is in a format that is not taken", async () => {
    await refuses(await picture(9, 9).tiff().toBuffer());
    await refuses(await picture(9, 9).avif().toBuffer());
  });

  test("is read by whatever else could read it", async () => {
    const tiff = await picture(9, 9).tiff().toBuffer();
    for (const file of [svgFile, tiff]) await expect(sharp(file).metadata()).rejects.toThrow();
    const operation = ["VipsForeignLoadTiff"];
    sharp.unblock({ operation });
    try {
      expect((await sharp(tiff).metadata()).format).toBe("tiff");
      await refuses(tiff);
    } finally {
      sharp.block({ operation });
    }
  });

  test.each(["png", "jpeg", "webp", "gif"] as const)("is the half of a %s", async (form) => {
    const whole = await noise(200, 200).toFormat(form).toBuffer();
    await refuses(whole.subarray(0, Math.floor(whole.length / 2)));
  });

  test("is larger than 2 MB", async () => {
    const large = await noise(1_024, 1_024).png().toBuffer();
    expect(large.length).toBeGreaterThan(3_000_000);
    await refuses(large);
    const padded = Buffer.concat([
      await picture(9, 9).png().toBuffer(),
      Buffer.alloc(maxImageBytes),
    ]);
    await refuses(padded);
  });

  test("has more pixels than memory is taken for, and is refused before they are there", async () => {
    const bomb = bombPng(30_000);
    expect(bomb.length).toBeLessThan(200_000);
    const start = performance.now();
    await refuses(bomb);
    expect(performance.now() - start).toBeLessThan(1_000);
    await refuses(bombPng(4_097));
    expect(await encodeImage(bombPng(4_096))).toMatchObject({ width: 512, height: 512 });
  });
});

test("pictures are decoded one after the other, and not more than eight wait", async () => {
  const file = await noise(300, 300).png().toBuffer();
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => encodeImage(file)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  for (const outcome of outcomes.slice(8)) {
    expect(outcome).toMatchObject({ reason: expect.any(ImagesBusy) });
  }
  expect(await encodeImage(file)).toMatchObject({ width: 300 });
});
