import { expect, test } from "vitest";
import { printableRanges as known } from "@/lib/core/text/printable.generated";
import { printableRanges } from "./printable-ranges";

test("the characters that are taken are those that the installed fonts have", async () => {
  expect(await printableRanges()).toBe(known);
}, 120_000);
