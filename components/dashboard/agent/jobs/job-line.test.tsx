import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { JobLine } from "./job-line";
import type { Job } from "./job-state";

const at = "2027-01-01T00:00:00.000Z";
const job = {
  ...{ id: "ajob_1", status: "approved", amount: "5000000", currency: "USDC" },
  ...{ description: "Work", vendorAddress: `0x${"1".repeat(40)}`, vendorUrl: "https://a.example" },
  ...{ funding: "awaiting_owner", approvedBy: "policy", proposalHold: null, proposalTxHash: null },
  ...{ createdAt: at, approvedAt: at, fundedAt: null, submittedAt: null, completedAt: null },
  ...{ closedAt: null, submitBy: at, expiresAt: at },
  instructions: [
    {
      ...{ chainId: 84_532, to: `0x${"2".repeat(40)}`, data: "0x", value: "0" },
      ...{ from: `0x${"3".repeat(40)}`, summary: "Approve the job" },
    },
  ],
} as unknown as Job;

const markupOn = (...chainIds: number[]) => {
  const networks = chainIds.map((chainId) => ({ chainId }) as PayNetwork);
  return renderToString(<JobLine job={job} networks={networks} isAlone />);
};

test("a decided job whose money the escrow still holds is neither paid nor settled", () => {
  const markupOf = (given: Partial<Job>) =>
    renderToString(<JobLine job={{ ...job, instructions: [], ...given }} networks={[]} isAlone />);
  const paid = markupOf({ status: "completed", completedAt: at, closedAt: at, heldAt: null });
  expect(paid).toContain("Paid");
  expect(paid).toContain("Accepted and paid");
  const held = markupOf({ status: "completed", completedAt: at, closedAt: at, heldAt: at });
  expect(held).toContain("Accepted, not paid yet");
  expect(held).not.toContain("Accepted and paid");
  const rejected = markupOf({ status: "rejected", closedAt: at, heldAt: at });
  expect(rejected).toContain("Rejected, money held");
});

test("a wallet's call is offered where its chain is one of the mode's, be it the first or not", () => {
  expect(markupOn(84_532)).toContain("Approve the job");
  expect(markupOn(31_337, 84_532)).toContain("Approve the job");
  expect(markupOn(31_337)).not.toContain("Approve the job");
  expect(markupOn()).not.toContain("Approve the job");
});
