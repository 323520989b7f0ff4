import { expect, test } from "vitest";
import { claimsContract } from "./claims-contract";

test.each([
  ["supported", true],
  ["ready", false],
  ["unsupported", false],
])("an account whose wallet says `%s` of batches is a contract: %s", async (status, expected) => {
  const provider = { request: async () => ({ "0x2105": { atomic: { status } } }) };
  expect(await claimsContract(provider, `0x${"a1".repeat(20)}`, 8453)).toBe(expected);
});
