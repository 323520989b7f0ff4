import { entry } from "@/lib/contract/glossary-entry";

/** Fields of an agent's jobs. */
export const jobsGlossary = {
  vendorAddress: entry("The vendor's wallet"),
  assessorAddress: entry("Who was named to judge the work; null: the treasury, through its owner"),
  evaluatorAddress: entry("Who judges the work"),
  treasuryAddress: entry("The merchant's treasury, which pays"),
  usdCents: entry("The amount in US cents, rounded up", "250"),
  approvalReason: entry("Why a person has to approve it; null where the policy does", null),
  approvedBy: entry("Whether the policy or a person approved it; null before", "policy"),
  funding: entry(
    "Who brings the money into the escrow: `agent` by itself, or the owner's wallet, which approves the agent's proposal. Null before it is approved",
    "agent",
  ),
  proposalHold: entry(
    "What holds an approved job back for now, so that the agent does not propose it, or the owner's wallet is not given the call that funds it; null: nothing",
    null,
  ),
  "AgentJob.instructions": entry(
    "What the owner's wallet may send now, in this order; empty where nothing is to be sent",
    [],
  ),
  expiresInDays: entry("Days from its creation to the escrow's deadline", 14),
  submitBy: entry("Until when the vendor can submit the work, and a person can approve the job"),
  vendorUrl: entry("The vendor's page", "https://pay.example/job/8fK2mQ0xZ7dVbN4tRj1LcW"),
  proposalId: entry("The treasury's id of the proposal: keccak256 of the job's id"),
  proposalTxHash: entry("Of the agent's transaction that proposed it", null),
  chainJobId: entry("The escrow's id of the job; null before it is funded", null),
  deliverable: entry("The hash of the work, as the vendor submitted it", null),
  "AgentJob.transactionId": entry(
    "The id of its transaction, which the funding became; null before",
    null,
  ),
  "AgentJob.txHash": entry("Of the escrow's last event about it", null),
  "AgentJob.failureReason": entry("Why it failed", null),
  "AgentTreasury.chainId": entry(
    "The treasury's chain; null: the merchant is not registered",
    8453,
  ),
  "AgentTreasury.treasuryAddress": entry(
    "Where the money for new jobs is; null: there is no treasury",
    null,
  ),
  "AgentTreasury.payoutAddress": entry("Where payments go; null before registration", null),
  "AgentTreasury.balances": entry("Each token for itself"),
  "AgentTreasury.vendorDays": entry("Vendors with jobs of the last 24 hours", []),
  "AgentTreasury.otherTreasuries": entry(
    "Treasuries of other deployments that hold money, or may: their owner's wallet can withdraw it",
    [],
  ),
  "AgentOtherTreasury.chainId": entry("The treasury's chain", 8453),
  "AgentOtherTreasury.treasuryAddress": entry("Where the money is"),
  "AgentOtherTreasury.payoutAddress": entry("Where payments go"),
  "AgentOtherTreasury.balances": entry("Each token for itself"),
  "AgentTreasury.blockNumber": entry("The block of the balances; null: not known", null),
  approvedAt: entry("When it was approved", null),
  fundedAt: entry("When the escrow got its money, at a final block", null),
  "AgentJob.submittedAt": entry("When the work was submitted, at a final block", null),
};
