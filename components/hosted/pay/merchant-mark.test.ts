import { expect, test } from "vitest";
import { initialsOf } from "./merchant-mark";

test.each([
  ["Acme Coffee Roasters", "AC"],
  ["acme", "A"],
  ["“Élan” & Fils", "ÉF"],
  ["<script>alert(1)</script>", "S"],
  ["日本 珈琲", "日珈"],
  ["🙂", "·"],
  ["", "·"],
])("%s has the initials %s", (name, expected) => {
  expect(initialsOf(name)).toBe(expected);
});
