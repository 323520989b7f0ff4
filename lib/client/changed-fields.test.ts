import { expect, test } from "vitest";
import { changedFields } from "./changed-fields";

test("only the fields that differ are sent, also a cleared one, and lists by their items", () => {
  const began = { name: "Ada", city: "Bonn", limit: 5 as number | null, tags: ["a", "b"] };
  expect(changedFields(began, { ...began, tags: ["a", "b"] })).toEqual({});
  expect(changedFields(began, { ...began, city: "Rome", limit: null, tags: ["a"] })).toEqual({
    city: "Rome",
    limit: null,
    tags: ["a"],
  });
});
