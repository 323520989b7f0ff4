import type { LineMutant } from "@/scripts/prove/mutants/load-mutants";

const decisions = "lib/core/agents/decide-approval.ts";
const jobs = "lib/domain/agents/jobs";
const test = "lib/domain/agents/jobs/jobs.test.ts";
const onChain = "lib/domain/agents/jobs/job-chain.test.ts";
const attacks = "lib/domain/agents/jobs/job-attacks.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "the limits of a merchant are read without a lock",
    file: `${jobs}/lock-spending.ts`,
    from: "select pg_advisory_xact_lock(hashtextextended(",
    to: "select length(concat(",
    test,
    match: "40 jobs at once",
  },
  {
    name: "a vendor's day is not added up",
    file: decisions,
    from: "if (sums.vendorDay + cents > least(threshold, policy.vendorDayCents)) {",
    to: "if (cents > least(threshold, policy.vendorDayCents)) {",
    test,
    match: "split in ten",
  },
  {
    name: "the chain's cap does not count",
    file: decisions,
    from: "return policy !== null && total > policy.monthlyCapCents;",
    to: "return false;",
    test,
    match: "stricter",
  },
  {
    name: "a person passes the cap",
    file: `${jobs}/approve-job.ts`,
    from: "if (exceedsCap(proposal)) throw capExceeded(proposal);",
    to: "",
    test,
    match: "lowered meanwhile",
  },
  {
    name: "a person approves other terms than were shown",
    file: `${jobs}/approve-job.ts`,
    from: "if (given === undefined || given === value) continue;",
    to: "continue;",
    test,
    match: "approves once",
  },
  {
    name: "the merchant pays itself",
    file: `${jobs}/check-parties.ts`,
    from: "if (refusedVendors.includes(vendorAddress)) throw vendorNotAllowed();",
    to: "",
    test,
    match: "vendors and assessors",
  },
  {
    name: "a job whose proposal is on its way is cancelled",
    file: `${jobs}/cancel-job.ts`,
    from: "if (proposal !== null && sentProposalStates.includes(proposal)) throw proposed(row);",
    to: "",
    test,
    match: "on its way",
  },
  {
    name: "a vendor that a list names is paid",
    file: "lib/domain/agents/proposals/take-proposals.ts",
    from: 'if (verdict === "blocked") {',
    to: 'if (verdict !== "clear" && row.rounds > 99) {',
    test: onChain,
    match: "a list names",
  },
  {
    name: "a job follows blocks that are not final",
    file: `${jobs}/fold-job.ts`,
    from: "and block_number <= ${through}",
    to: "and block_number <= ${through} + 1000000",
    test: onChain,
    match: "lost part",
  },
  {
    name: "a job that is funded already is cancelled and forgotten",
    file: `${jobs}/cancel-job.ts`,
    from: 'if (row.proposal === "done" && !heldBack) throw proposed(row);',
    to: "",
    test: attacks,
    match: "before that is known",
  },
  {
    name: "the agent buys after it was switched off",
    file: "lib/domain/agents/proposals/settings-hold.ts",
    from: 'if (!settings) return "capability_disabled";',
    to: "if (!settings) return null;",
    test: attacks,
    match: "capability_disabled",
  },
  {
    name: "another's order under a job's id is taken for the job",
    file: "lib/domain/agents/proposals/decide-proposals.ts",
    from: 'if (found.status !== "none" && !isOurs) return giveUp(ctx, row, "proposal_refused");',
    to: "",
    test: attacks,
    match: "thief of the agent's key",
  },
  {
    name: "a key enables commerce",
    file: "lib/domain/agents/config/update-agent-config.ts",
    from: "if (!isPerson && maySpend(after) && !maySpend(before)) {",
    to: "if (false) {",
    test: "lib/domain/agents/config/agent-config.test.ts",
    match: "does not put it back",
  },
];
