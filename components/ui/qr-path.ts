import { encode } from "uqr";

/** A QR code as one SVG path over a square of `size` units: strokes of width 1 along the middle of its rows. */
export interface QrPath {
  size: number;
  path: string;
}

/** Draws a text as a QR code with a quiet zone; runs of dark modules become one stroke. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  return { size, path: data.map(strokesOf).join("") };
}

function strokesOf(row: readonly boolean[], y: number): string {
  let end: number | null = null;
  const strokes = barsOf(row).map(([x, length]) => {
    const start = end === null ? `M${x} ${y}.5` : `m${x - end} 0`;
    end = x + length;
    return `${start}h${length}`;
  });
  return strokes.join("");
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
