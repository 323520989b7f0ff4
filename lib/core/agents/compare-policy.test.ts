import { expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { isInStep, policyOf, strictestCap, vendorChanges } from "./compare-policy";

const agent: Address = `0x${"a9".repeat(20)}`;
const [first, second, third] = ["01", "02", "03"].map(
  (byte): Address => `0x${byte.repeat(20)}`,
) as [Address, Address, Address];
const noCap = 2n ** 64n - 1n;
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: 10_000n,
};

test("the policy says threshold and cap of the settings, and the threshold is a vendor's day", () => {
  const wanted = {
    agent,
    thresholdCents: 1_000n,
    vendorDayCents: 1_000n,
    monthlyCapCents: 10_000n,
  };
  expect(policyOf(settings, agent)).toEqual(wanted);
});

test("no cap is the contract's largest number, and a cap that large is one below it", () => {
  expect(policyOf({ ...settings, monthlySpendCapUsdCents: null }, agent).monthlyCapCents).toBe(
    noCap,
  );
  const large = { ...settings, monthlySpendCapUsdCents: noCap };
  expect(policyOf(large, agent).monthlyCapCents).toBe(noCap - 1n);
  const high = { ...settings, requireHumanApprovalAboveUsdCents: noCap };
  expect(policyOf(high, agent).thresholdCents).toBe(noCap - 1n);
});

test("a policy is in step only if agent, threshold, vendor's day and cap are the wanted ones", () => {
  const wanted = policyOf(settings, agent);
  expect(isInStep(wanted, wanted)).toBe(true);
  for (const other of [
    { agent: first },
    { thresholdCents: 999n },
    { vendorDayCents: 1_001n },
    { monthlyCapCents: 9_999n },
  ]) {
    expect(isInStep({ ...wanted, ...other }, wanted)).toBe(false);
  }
});

test("vendors are added and removed until the chain's list is the settings'", () => {
  expect(vendorChanges([first, second], [second, third])).toEqual({
    add: [third],
    remove: [first],
  });
  expect(vendorChanges([first], [first])).toEqual({ add: [], remove: [] });
});

test("the lower cap holds, and none only where neither has one", () => {
  expect(strictestCap(10n, 20n)).toBe(10n);
  expect(strictestCap(20n, 10n)).toBe(10n);
  expect(strictestCap(null, 10n)).toBe(10n);
  expect(strictestCap(10n, noCap)).toBe(10n);
  expect(strictestCap(10n, null)).toBe(10n);
  expect(strictestCap(0n, null)).toBe(0n);
  expect(strictestCap(null, noCap)).toBeNull();
  expect(strictestCap(null, null)).toBeNull();
});
