import { expect, test } from "vitest";
import { metadataChange, rowsOf } from "./metadata-rows";

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
