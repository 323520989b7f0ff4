import {
  encodeAbiParameters,
  encodeFunctionData,
  getAbiItem,
  keccak256,
  toFunctionSelector,
} from "viem";
import { agentTreasuryAbi as treasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import { jobEscrowAbi as escrowAbi } from "@/lib/adapters/chain/abi/job-escrow";
import {
  type Address,
  type Bytes32,
  type Hex,
  zeroAddress,
  zeroBytes32,
} from "@/lib/core/chain/hex";

/** What a treasury is asked to buy. */
export interface JobOrder {
  readonly proposalId: Bytes32;
  readonly token: Address;
  readonly vendor: Address;
  /** Null: the treasury judges, through its owner. */
  readonly assessor: Address | null;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  readonly expiresAt: Date;
  /** At most 31 bytes, public. */
  readonly description: string;
}

/** Without a hook or a listing, a proposal that is funded at once takes some 450,000. */
export const PROPOSE_GAS = 900_000n;

const usedSelector = toFunctionSelector("ProposalIdUsed(bytes32)");

/** A transfer of the token and a few slots take some 90,000. */
export const RELEASE_GAS = 250_000n;

/** Whether a treasury refuses a proposal because it has one of that id. @param data what the call reverts with */
export const isUsed = (data: Hex): boolean => data.startsWith(usedSelector);

const orderOf = ({ token, vendor, assessor, amount, expiresAt, description }: JobOrder) => ({
  token,
  vendor,
  evaluator: assessor ?? zeroAddress,
  amount,
  expiredAt: BigInt(Math.floor(expiresAt.getTime() / 1_000)),
  description,
});

/** The hash under which a treasury keeps what was proposed; equal to its `orderHash`. */
export function orderHashOf(treasury: Address, order: JobOrder): Bytes32 {
  const { inputs } = getAbiItem({ abi: treasuryAbi, name: "orderHash" });
  const given = orderOf({ ...order, assessor: order.assessor ?? treasury });
  return keccak256(encodeAbiParameters(inputs, [given]));
}

/** The call by which the agent proposes a job. */
export function proposeJobData(order: JobOrder): Hex {
  const args = [order.proposalId, orderOf(order)] as const;
  return encodeFunctionData({ abi: treasuryAbi, functionName: "proposeJob", args });
}

/** The call by which the owner opens and funds a proposal that waits. */
export function approveJobData(order: JobOrder): Hex {
  const args = [order.proposalId, orderOf(order)] as const;
  return encodeFunctionData({ abi: treasuryAbi, functionName: "approveJob", args });
}

/** The call by which owner or agent withdraw a proposal that waits. */
export function cancelProposalData(proposalId: Bytes32): Hex {
  return encodeFunctionData({
    abi: treasuryAbi,
    functionName: "cancelProposal",
    args: [proposalId],
  });
}

/** The calls by which the owner decides a job that the treasury judges. */
export function decideJobData(verdict: "completeJob" | "rejectJob", chainJobId: bigint): Hex {
  return encodeFunctionData({
    abi: treasuryAbi,
    functionName: verdict,
    args: [chainJobId, zeroBytes32],
  });
}

/** The call by which anyone sends the money of a job whose time is over back to its treasury. */
export function claimRefundData(chainJobId: bigint): Hex {
  return encodeFunctionData({ abi: escrowAbi, functionName: "claimRefund", args: [chainJobId] });
}

/** The call by which anyone has the escrow pay what a token had refused to take. */
export function claimData(chainJobId: bigint): Hex {
  return encodeFunctionData({ abi: escrowAbi, functionName: "claim", args: [chainJobId] });
}

/** The call by which the vendor submits the work, by its hash. */
export function submitJobData(chainJobId: bigint, deliverable: Bytes32): Hex {
  const args = [chainJobId, deliverable, "0x"] as const;
  return encodeFunctionData({ abi: escrowAbi, functionName: "submit", args });
}
