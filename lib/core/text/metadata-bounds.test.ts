import { expect, it } from "vitest";
import { metadataExcess } from "./metadata-bounds";

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, "x".repeat(500)]));

it("keeps 50 texts of 500 characters, and 16 kB of other values that nest 8 levels", () => {
  expect(metadataExcess(keys(50))).toBeNull();
  expect(metadataExcess({ text: "🍞".repeat(500) })).toBeNull();
  expect(metadataExcess({ deep: nested(8) })).toBeNull();
  expect(metadataExcess({ list: Array(8_000).fill(1) })).toBeNull();
  expect(
    metadataExcess({ none: null, yes: true, number: 1.5, texts: ["x".repeat(600)] }),
  ).toBeNull();
});

it.each([
  ["a key more", keys(51), "50 keys"],
  ["a character more", { text: "x".repeat(501) }, "500 characters"],
  ["a character of two units more", { text: "🍞".repeat(501) }, "500 characters"],
  ["a level more", { deep: nested(9) }, "8 levels"],
  ["more than 16 kB", { list: Array(9_000).fill(1) }, "16 kB"],
  ["more than 16 kB together", { a: Array(5_000).fill(1), b: Array(5_000).fill(1) }, "16 kB"],
  ["16 kB of letters that take two bytes", { list: ["é".repeat(9_000)] }, "16 kB"],
])("does not keep %s", (_, metadata, words) => {
  expect(metadataExcess(metadata)).toContain(words);
});
