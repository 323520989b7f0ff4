import { expect, test } from "vitest";
import { outerJoined } from "./outer-joined";

const scan = (alias: string, side: string) => ({
  "Node Type": "Seq Scan",
  Alias: alias,
  "Parent Relationship": side,
});
const joined = (type: string) => ({
  "Node Type": "Limit",
  Output: ["a.id", '"b".id', "(a.id || b.id)", 'b."at"'],
  Plans: [
    {
      "Node Type": "Hash Join",
      "Join Type": type,
      "Parent Relationship": "Outer",
      Plans: [scan("a", "Outer"), scan("b", "Inner")],
    },
  ],
});

test.each([
  ["Inner", []],
  ["Left", [1, 3]],
  ["Right", [0]],
  ["Full", [0, 1, 3]],
] as const)("the columns of the filled side of a %s join may be null", (type, places) => {
  expect([...outerJoined(joined(type))]).toEqual(places);
});
