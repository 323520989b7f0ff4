import { expect, test } from "vitest";
import { idPattern, newId, randomBase62 } from "./ids";

test("ids have their kind's prefix and are all different", () => {
  const ids = Array.from({ length: 20_000 }, () => newId("transaction"));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(idPattern("transaction"));
});

test("the ids of what is rare and stands in most rows are short", () => {
  for (const kind of ["deployment", "relayBatch"] as const) {
    expect(newId(kind).length).toBeLessThan(16);
    expect(newId(kind)).toMatch(idPattern(kind));
  }
});

test("every character is as likely as any other", () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(620_000)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // 10,000 each; six standard deviations are 595.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(700);
});

test.each([0, 1, 30, 5_000])("a run of %i characters is that long", (length) => {
  expect(randomBase62(length)).toHaveLength(length);
});
