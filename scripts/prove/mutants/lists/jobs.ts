import type { LineMutant } from "@/scripts/prove/mutants/load-mutants";

export const mutants: readonly LineMutant[] = [
  {
    name: "a job pays its price instead of what it holds",
    file: "contracts/src/agents/JobEscrow.sol",
    from: "uint256 amount = job.escrowed;",
    to: "uint256 amount = job.budget;",
    test: "contracts/test/agents/escrow-drain.t.sol",
    match: "pays_nothing_here",
  },
  {
    name: "anyone accepts the work of a job",
    file: "contracts/src/agents/JobEscrow.sol",
    from: "if (msg.sender != job.evaluator) revert Unauthorized(jobId, msg.sender);",
    to: "",
    test: "contracts/test/agents/escrow-decide.t.sol",
    match: "from_the_expiry_on",
  },
  {
    name: "the agent opens what should wait",
    file: "contracts/src/agents/AgentTreasury.sol",
    from: "if (hold == Hold.None) jobId",
    to: "jobId",
    test: "contracts/test/agents/stolen-agent.t.sol",
    match: "to_its_own_addresses",
  },
  {
    name: "the owner approves another job than was proposed",
    file: "contracts/src/agents/AgentTreasury.sol",
    from: "if (_requireWaiting(proposalId).orderHash != _hashOf(order)) revert OrderMismatch(proposalId);",
    to: "_requireWaiting(proposalId);",
    test: "contracts/test/agents/approve-job.t.sol",
    match: "nothing_but_what_was_proposed",
  },
  {
    name: "a treasury counts nothing as spent",
    file: "contracts/src/agents/AgentTreasury.sol",
    from: "_spend(order.vendor, cents);",
    to: "",
    test: "contracts/test/agents/spend.t.sol",
    match: "at_least_thirty_days",
  },
  {
    name: "anyone rules a treasury",
    file: "contracts/src/agents/TreasuryIdentity.sol",
    from: "if (msg.sender != owner()) revert NotOwner(msg.sender);",
    to: "",
    test: "contracts/test/agents/treasury-policy.t.sol",
    match: "only_the_owner_rules",
  },
];
