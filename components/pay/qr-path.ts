import { encode } from "uqr";

/** A QR code as one SVG path over a square of `size` units. */
export interface QrPath {
  size: number;
  path: string;
}

/** Draws a text as a QR code with a quiet zone; runs of dark modules become one bar. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const bars = data.flatMap((row, y) =>
    barsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: bars.join("") };
}

function barsOf(row: readonly boolean[]): [start: number, length: number][] {
  const bars: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = bars.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else bars.push([x, 1]);
  });
  return bars;
}
