import { expect, test } from "vitest";
import { agreementOf } from "./merchant-states";

test.each([
  ["active", "active", [], "agrees"],
  ["suspended", "active", [], "differs"],
  ["active", "active", ["payout"], "differs"],
  ["active", null, [], "unknown"],
] as const)(
  "a merchant that is %s, with %s in the registry: %#",
  (status, onchainStatus, differences, found) => {
    expect(agreementOf(status, { onchainStatus, differences: [...differences] })).toBe(found);
  },
);
