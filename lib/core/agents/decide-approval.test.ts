import { describe, expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { exceedsCap, fundingOf, manualReasonOf } from "./decide-approval";

const [vendor, other, assessor] = ["01", "02", "03"].map(
  (byte): Address => `0x${byte.repeat(20)}`,
) as [Address, Address, Address];

type Job = Parameters<typeof manualReasonOf>[0];

const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [] as Address[],
  monthlySpendCapUsdCents: 10_000n as bigint | null,
};
const policy = {
  thresholdCents: 1_000n,
  monthlyCapCents: 10_000n,
  vendorDayCents: 1_000n,
  evaluator: assessor,
};
const jobOf = (change: Partial<Job> = {}): Job => ({
  cents: 1_000n,
  vendor,
  assessor: null,
  isVendorListed: true,
  settings,
  policy,
  sums: { month: 0n, vendorDay: 0n },
  ...change,
});

describe("a job takes a person", () => {
  const cases: [string, Partial<Job>, ReturnType<typeof manualReasonOf>][] = [
    ["at the threshold: not", {}, null],
    ["without a policy", { policy: null }, "no_policy"],
    ["with an assessor that the policy does not name", { assessor: other }, "foreign_assessor"],
    ["with the policy's evaluator: not", { assessor }, null],
    ["above the settings' threshold", { cents: 1_001n }, "above_threshold"],
    [
      "above the policy's threshold",
      { policy: { ...policy, thresholdCents: 999n } },
      "above_threshold",
    ],
    [
      "with the vendor's day above the threshold",
      { sums: { month: 1n, vendorDay: 1n } },
      "vendor_day_above_threshold",
    ],
    [
      "with the vendor's day above the policy's",
      { policy: { ...policy, vendorDayCents: 999n } },
      "vendor_day_above_threshold",
    ],
    [
      "with a vendor who is not approved",
      { settings: { ...settings, approvedVendors: [other] } },
      "vendor_not_approved",
    ],
    [
      "with an approved vendor: not",
      { settings: { ...settings, approvedVendors: [vendor] } },
      null,
    ],
    ["above the settings' cap", { sums: { month: 9_001n, vendorDay: 0n } }, "monthly_cap"],
    ["at the cap: not", { sums: { month: 9_000n, vendorDay: 0n } }, null],
    [
      "above the policy's cap alone",
      {
        settings: { ...settings, monthlySpendCapUsdCents: null },
        sums: { month: 9_001n, vendorDay: 0n },
      },
      "monthly_cap",
    ],
  ];
  test.each(cases)("%s", (_, change, reason) => {
    expect(manualReasonOf(jobOf(change))).toBe(reason);
  });
});

test("a cap of null is none, and a cap of zero lets nothing pass", () => {
  const month = { month: 10n ** 15n, vendorDay: 0n };
  const none = { ...settings, monthlySpendCapUsdCents: null };
  const unlimited = { ...policy, monthlyCapCents: 2n ** 64n - 1n };
  expect(exceedsCap(jobOf({ settings: none, policy: unlimited, sums: month }))).toBe(false);
  expect(exceedsCap(jobOf({ settings: { ...settings, monthlySpendCapUsdCents: 0n } }))).toBe(true);
});

describe("the agent funds by itself", () => {
  const cases: [string, Partial<Job>, ReturnType<typeof fundingOf>][] = [
    ["what the policy allows", {}, "agent"],
    ["not for an unlisted vendor", { isVendorListed: false }, "awaiting_owner"],
    ["not for a foreign assessor", { assessor: other }, "awaiting_owner"],
    ["not above the policy's threshold", { cents: 1_001n }, "awaiting_owner"],
    ["not above a vendor's day", { sums: { month: 1n, vendorDay: 1n } }, "awaiting_owner"],
    ["not without a policy", { policy: null }, "awaiting_owner"],
  ];
  test.each(cases)("%s", (_, change, funding) => {
    expect(fundingOf(jobOf(change))).toBe(funding);
  });
});
