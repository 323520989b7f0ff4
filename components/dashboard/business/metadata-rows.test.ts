import { expect, test } from "vitest";
import { keyFault, metadataChange, rowsOf } from "./metadata-rows";

const kept = { account: "17", limits: { day: 5 }, isGood: true };

test("what was not touched is not sent, whatever its kind", () => {
  expect(metadataChange(kept, rowsOf(kept))).toBeNull();
});

test("a changed value is sent as a text, a new key too, and a removed one as null", () => {
  const [account, limits] = rowsOf(kept);
  if (!account || !limits) throw new Error("two rows");
  const rows = [{ ...account, text: "18" }, limits, { id: 9, key: " region ", text: "eu" }];
  expect(metadataChange(kept, rows)).toEqual({ account: "18", region: "eu", isGood: null });
});

test("a renamed key is the old one removed and the new one added", () => {
  const rows = rowsOf({ a: "1" }).map((row) => ({ ...row, key: "b" }));
  expect(metadataChange({ a: "1" }, rows)).toEqual({ a: null, b: "1" });
});

test("a key that is empty, or that another row has, is wrong in each of the rows", () => {
  const rows = [...rowsOf({ a: "1", b: "2" }), { id: 2, key: " a ", text: "3" }];
  rows.push({ id: 3, key: " ", text: "" });
  expect(rows.map((row) => keyFault(rows, row))).toEqual([
    expect.stringContaining("Another row has this key."),
    false,
    expect.stringContaining("Another row has this key."),
    expect.stringContaining("Enter a key"),
  ]);
});
