import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of one colour. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 15, g: 92, b: 74, alpha: 1 } } });

/** A picture that no format makes smaller. */
export function noise(width: number, height: number) {
  let state = 1;
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    raw[at] = state >>> 16;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** Frames of different colours, one below the other, as sharp takes them. */
export function animation(width: number, height: number, frames: number) {
  const raw = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1) {
    raw.fill(
      frame === 0 ? 255 : 40 * frame,
      frame * width * height * 3,
      (frame + 1) * width * height * 3,
    );
  }
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, sum]);
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** A PNG of black pixels, one bit each: a hundred kilobytes that are a gigabyte once they are decoded as colours. */
export function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export const svgFile = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
export const htmlFile = Buffer.from("<!doctype html><script>alert(1)</script>");
