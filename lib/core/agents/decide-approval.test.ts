import { expect, test } from "vitest";
import type { Address } from "@/lib/core/chain/hex";
import { fundingOf, manualReasonOf } from "./decide-approval";

const addressOf = (byte: string): Address => `0x${byte.repeat(20)}`;
const policy = {
  thresholdCents: 1_000n,
  monthlyCapCents: 10_000n,
  vendorDayCents: 1_000n,
  evaluator: addressOf("ee"),
};
const job = {
  cents: 600n,
  vendor: addressOf("01"),
  assessor: null as Address | null,
  isVendorListed: true,
  settings: {
    requireHumanApprovalAboveUsdCents: 1_000n,
    approvedVendors: [],
    monthlySpendCapUsdCents: null,
  },
  policy,
  sums: { month: 0n, vendorDay: 400n },
};

test("the agent brings in what the treasury opens at once, and the owner anything else", () => {
  expect(fundingOf(job)).toBe("agent");
  expect(fundingOf({ ...job, assessor: policy.evaluator })).toBe("agent");
  for (const other of [
    { policy: null },
    { isVendorListed: false },
    { assessor: addressOf("02") },
    { policy: { ...policy, thresholdCents: 599n } },
    { sums: { ...job.sums, vendorDay: 401n } },
  ]) {
    expect(fundingOf({ ...job, ...other })).toBe("awaiting_owner");
  }
});

test("nothing is approved at once before the chain has a policy", () => {
  expect(manualReasonOf(job)).toBeNull();
  expect(manualReasonOf({ ...job, policy: null })).toBe("no_policy");
});
