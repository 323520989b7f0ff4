import { expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { isInStep, policyOf, vendorChanges } from "./compare-policy";

const addressOf = (byte: string): Address => `0x${byte.repeat(20)}`;
const agent = addressOf("a9");
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: 10_000n as bigint | null,
};
const NO_CAP = 2n ** 64n - 1n;

test("a policy says what is set, within what the contract can hold", () => {
  expect(policyOf(settings, agent)).toEqual({
    agent,
    thresholdCents: 1_000n,
    vendorDayCents: 1_000n,
    monthlyCapCents: 10_000n,
  });
  const without = policyOf({ ...settings, monthlySpendCapUsdCents: null }, agent);
  expect(without.monthlyCapCents).toBe(NO_CAP);
  const large = {
    requireHumanApprovalAboveUsdCents: 2n ** 80n,
    monthlySpendCapUsdCents: 2n ** 80n,
  };
  expect(policyOf({ ...settings, ...large }, agent)).toMatchObject({
    thresholdCents: NO_CAP - 1n,
    monthlyCapCents: NO_CAP - 1n,
  });
});

test("a treasury is in step where agent and limits are what is wanted", () => {
  const wanted = policyOf(settings, agent);
  expect(isInStep({ ...wanted }, wanted)).toBe(true);
  for (const changed of [
    { agent: addressOf("b9") },
    { thresholdCents: 1n },
    { vendorDayCents: 1n },
    { monthlyCapCents: 1n },
  ]) {
    expect(isInStep({ ...wanted, ...changed }, wanted)).toBe(false);
  }
});

test("vendors are added and removed until the list is the wanted one", () => {
  const [one, two, three] = [addressOf("01"), addressOf("02"), addressOf("03")];
  expect(vendorChanges([one, two], [two, three])).toEqual({ add: [three], remove: [one] });
});
