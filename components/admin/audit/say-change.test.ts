import { expect, test } from "vitest";
import { sayChange } from "./say-change";

test("what changed is named with its values before and after", () => {
  expect(sayChange({ status: "active", tier: "free" }, { status: "suspended", tier: "free" })).toBe(
    "status: active → suspended",
  );
  expect(sayChange(null, { role: "admin" })).toBe("role: admin");
  expect(sayChange({ name: "Ada" }, { name: null })).toBe("name: Ada → none");
  expect(sayChange(null, null)).toBe("");
});

test("of many changes the first three are named, and the others counted", () => {
  const after = { a: 1, b: [2], c: "3", d: 4, e: 5 };
  expect(sayChange({}, after)).toBe("a: 1, b: [2], c: 3, 2 more");
});
