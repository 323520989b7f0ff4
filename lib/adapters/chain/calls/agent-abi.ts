import { parseAbi } from "viem";

/** What is called and read of an agent's treasury and its escrow. */
export const treasuryAbi = parseAbi([
  "struct Policy { address agent; address evaluator; uint64 approvalThresholdCents; uint64 vendorDailyCents; uint64 monthlyCapCents; }",
  "struct TokenPolicy { address token; uint64 unitsPerCent; uint128 reserve; }",
  "struct JobOrder { address token; address vendor; address evaluator; uint256 amount; uint256 expiredAt; string description; }",
  "struct Proposal { uint8 status; bytes32 orderHash; uint256 jobId; }",
  "function deploy(address registry, uint256 merchantId) returns (address treasury)",
  "function treasuryOf(address registry, uint256 merchantId) view returns (address treasury)",
  "function setPolicy(Policy newPolicy, TokenPolicy[] tokens)",
  "function setAgent(address agent)",
  "function setVendors(address[] vendors, bool isListed)",
  "function withdraw(address token, address to, uint256 amount)",
  "function proposeJob(bytes32 proposalId, JobOrder order) returns (uint256 jobId)",
  "function approveJob(bytes32 proposalId, JobOrder order) returns (uint256 jobId)",
  "function cancelProposal(bytes32 proposalId)",
  "function completeJob(uint256 jobId, bytes32 reason)",
  "function rejectJob(uint256 jobId, bytes32 reason)",
  "function proposal(bytes32 proposalId) view returns (Proposal)",
  "function policy() view returns (Policy)",
  "function tokenPolicy(address token) view returns (uint64 unitsPerCent, uint128 reserve)",
  "function isVendor(address vendor) view returns (bool)",
]);

export const escrowAbi = parseAbi([
  "function submit(uint256 jobId, bytes32 deliverable, bytes optParams)",
  "function claimRefund(uint256 jobId)",
]);

export const jobEventsAbi = parseAbi([
  "event JobFunded(address indexed registry, uint256 indexed jobId, address indexed client, address provider, address evaluator, uint256 merchantId, address token, uint256 amount, uint256 feeBps, uint256 expiredAt)",
  "event JobSubmitted(address indexed registry, uint256 indexed jobId, address indexed provider, bytes32 deliverable)",
  "event JobCompleted(address indexed registry, uint256 indexed jobId, address indexed evaluator, bytes32 reason, uint256 amount, uint256 fee)",
  "event JobRejected(address indexed registry, uint256 indexed jobId, address indexed rejector, uint8 from, bytes32 reason, uint256 amount)",
  "event JobExpired(address indexed registry, uint256 indexed jobId, address indexed client, uint8 from, uint256 amount)",
]);
