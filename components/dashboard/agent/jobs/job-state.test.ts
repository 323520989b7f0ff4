import { expect, test } from "vitest";
import { proposalHolds } from "@/lib/core/agents/job-states";
import { type Job, nextStepOf } from "./job-state";

/** What a step is told by. */
const jobOf = (given: Partial<Job>): Job =>
  ({
    approvalReason: null,
    failureReason: null,
    funding: "agent",
    heldAt: null,
    instructions: [],
    proposalHold: null,
    proposalTxHash: null,
    ...given,
  }) as Partial<Job> as Job;

const callOf = (summary: string): Job["instructions"][number] => ({
  chainId: 31_337,
  to: `0x${"1".repeat(40)}`,
  data: "0x",
  value: "0",
  from: `0x${"2".repeat(40)}`,
  summary,
});

test("a job whose deadline is past says that its money is on the way back, and no longer that work can be handed in", () => {
  const back = callOf("Return the job's money to the treasury");
  for (const status of ["funded", "submitted"] as const) {
    expect(nextStepOf(jobOf({ status, instructions: [back] }))).toMatch(/deadline has passed/);
  }
  const reject = callOf("Reject the job");
  expect(nextStepOf(jobOf({ status: "funded", instructions: [reject] }))).toMatch(/can submit/);
  const accept = callOf("Accept the work and pay");
  expect(nextStepOf(jobOf({ status: "submitted", instructions: [accept, reject] }))).toMatch(
    /^Accept or reject/,
  );
});

test("work that another account judges is left to it", () => {
  const [treasuryAddress, evaluatorAddress] = [
    `0x${"4".repeat(40)}`,
    `0x${"5".repeat(40)}`,
  ] as const;
  expect(nextStepOf(jobOf({ status: "submitted", treasuryAddress, evaluatorAddress }))).toMatch(
    /^The assessor decides/,
  );
});

test("money that a token refuses is told as such, also while the wallet can fetch it", () => {
  const held = { heldAt: "2027-01-01T00:00:00Z" };
  const back = callOf("Return the job's money to the treasury");
  expect(nextStepOf(jobOf({ status: "rejected", ...held, instructions: [back] }))).toMatch(
    /refuses to pay your treasury/,
  );
  expect(nextStepOf(jobOf({ status: "completed", ...held }))).toMatch(/refuses to pay the vendor/);
  expect(nextStepOf(jobOf({ status: "completed" }))).toBe("");
});

test("a job that waits says for whom: a person, the owner's wallet, the agent, or the network", () => {
  const approved = { status: "approved" } as const;
  expect(nextStepOf(jobOf({ status: "pending_approval", approvalReason: "monthly_cap" }))).toMatch(
    /spending cap/,
  );
  expect(nextStepOf(jobOf(approved))).toBe("Your agent is sending it.");
  expect(nextStepOf(jobOf({ ...approved, proposalTxHash: `0x${"3".repeat(64)}` }))).toMatch(
    /network/,
  );
  const owner = { ...approved, funding: "awaiting_owner" } as const;
  expect(nextStepOf(jobOf({ ...owner, instructions: [callOf("Approve the job")] }))).toMatch(
    /Your wallet has to approve/,
  );
});

test("an approved job that is held back says by what, and not that it is being sent", () => {
  const held = (proposalHold: Job["proposalHold"]) =>
    nextStepOf(jobOf({ status: "approved", proposalHold }));
  expect(held("monthly_cap")).toMatch(/^Your limits hold it back: .*spending cap/);
  expect(held("capability_disabled")).toMatch(/Commerce is switched off/);
  for (const hold of proposalHolds) expect(held(hold)).not.toMatch(/sending|network/);
});
