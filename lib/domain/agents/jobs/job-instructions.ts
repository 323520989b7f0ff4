import type { z } from "zod";
import {
  approveJobData,
  cancelProposalData,
  claimData,
  claimRefundData,
  decideJobData,
  type JobOrder,
} from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { walletCall } from "@/lib/contract/merchants/wallet-call";
import { escrowedJobStatuses } from "@/lib/core/agents/job-states";
import type { Address, Hex } from "@/lib/core/chain/hex";
import type { JobRow } from "./job-rows";

type WalletCall = z.output<typeof walletCall>;

/** A vendor is screened each hour while the owner's wallet can fund the job. */
const FRESH_MS = 2 * 3_600_000;

const isScreened = ({ screenedAt }: JobRow, now: Date): boolean =>
  screenedAt !== null && now.getTime() - screenedAt.getTime() < FRESH_MS;

/** What the treasury is given of a job: its id stands for the description, which stays with us. */
export function orderOf(row: JobRow): JobOrder {
  return {
    proposalId: row.proposalId,
    token: row.tokenAddress,
    vendor: row.vendorAddress,
    assessor: row.assessorAddress,
    amount: row.amount,
    expiresAt: row.expiresAt,
    description: row.id,
  };
}

/**
 * What the owner's wallet may send for a job as it stands: to open a proposal that waits, to decide what was submitted,
 * to fetch back what was not decided in time or what the token refused to take, or to withdraw the proposal of a job that
 * was given up, for as long as it could be opened. What funds a job is given only while its vendor can still submit, and the
 * screening is fresh.
 */
export function jobInstructions(deployment: Deployment, row: JobRow, now: Date): WalletCall[] {
  const { owner, chainJobId, treasuryAddress: treasury } = row;
  if (owner === null) return [];
  const call = (to: Address, data: Hex, summary: string): WalletCall => ({
    chainId: deployment.chainId,
    to,
    data,
    value: "0",
    from: owner,
    summary,
  });
  const waits = row.proposal === "done" && row.fundedAt === null;
  if (waits && row.status === "approved" && row.funding === "awaiting_owner") {
    if (now >= row.submitBy || !isScreened(row, now)) return [];
    return [call(treasury, approveJobData(orderOf(row)), "Approve the job and fund its escrow")];
  }
  if (
    waits &&
    chainJobId === null &&
    row.closedAt !== null &&
    now < row.submitBy &&
    row.failureReason !== "proposal_cancelled"
  ) {
    return [call(treasury, cancelProposalData(row.proposalId), "Withdraw the job's proposal")];
  }
  if (chainJobId === null) return [];
  const escrow = addressOf(deployment, "escrow");
  if (row.heldAt !== null && row.status !== "completed") {
    return [call(escrow, claimData(chainJobId), "Return the job's money to the treasury")];
  }
  if (!escrowedJobStatuses.includes(row.status)) return [];
  if (now >= row.expiresAt) {
    return [call(escrow, claimRefundData(chainJobId), "Return the job's money to the treasury")];
  }
  if (row.evaluatorAddress !== treasury) return [];
  const reject = call(treasury, decideJobData("rejectJob", chainJobId), "Reject the job");
  if (row.status !== "submitted") return [reject];
  return [
    call(treasury, decideJobData("completeJob", chainJobId), "Accept the work and pay"),
    reject,
  ];
}
