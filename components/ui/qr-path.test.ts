import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path";

test("draws every dark module and no light one", () => {
  const text = "https://pay.example/pay/ps_0123456789abcdefABCDEF01";
  const { size, path } = qrPath(text);
  const drawn = new Set<string>();
  expect(path).toMatch(/^(?:(?:M\d+ \d+\.5|m\d+ 0)h\d+)+$/);
  let [x, y] = [0, 0];
  for (const [, command, first, second, length] of path.matchAll(/([Mm])(\d+) ([\d.]+)h(\d+)/g)) {
    x = command === "M" ? Number(first) : x + Number(first);
    if (command === "M") y = Math.floor(Number(second));
    for (let i = 0; i < Number(length); i++) drawn.add(`${x + i},${y}`);
    x += Number(length);
  }
  const { data } = encode(text, { ecc: "M", border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`${x},${y}`] : [])));
  expect(data).toHaveLength(size);
  expect([...drawn].sort()).toEqual(dark.sort());
});
