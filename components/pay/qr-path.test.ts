import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path";

test("draws every dark module and no light one", () => {
  const text = "https://pay.example/pay/ps_0123456789abcdefABCDEF01";
  const { size, path } = qrPath(text);
  const drawn = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(length); i++) drawn.add(`${Number(x) + i},${y}`);
  }
  const { data } = encode(text, { ecc: "M", border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x},${y}`] : [])));
  expect(data).toHaveLength(size);
  expect([...drawn].sort()).toEqual(dark.sort());
});
