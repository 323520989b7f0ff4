import type { TransactionSql } from "@/db/client";
import type { ReleaseKind } from "@/lib/core/agents/job-states";
import { digits, toDecimal } from "@/lib/core/amounts/money";
import { type Bytes32, checksumAddress } from "@/lib/core/chain/hex";
import { recordActivity } from "@/lib/domain/agents/activity/record-activity";
import type { JobRow } from "./job-rows";

const priceOf = ({ amount, currency }: JobRow) => `${toDecimal(amount)} ${currency}`;

const ofJob = (row: JobRow) => ({
  merchantId: row.merchantId,
  mode: row.mode,
  capability: "commerce" as const,
  resource: { type: "agent_job", id: row.id },
});

/** Writes down that the policy approved a job, in the transaction of its creation. */
export async function noteApproval(tx: TransactionSql, row: JobRow): Promise<void> {
  await recordActivity(tx, {
    ...ofJob(row),
    action: "approve_job",
    summary: `Approved a job for ${priceOf(row)} of ${checksumAddress(row.vendorAddress)}`,
    reason: `${digits(row.usdCents)} cents, with the vendor's day at or below the threshold, and the last 30 days within the cap`,
    setting: "commerce.requireHumanApprovalAboveUsdCents",
    outcome: "succeeded",
    once: `approve_job:${row.id}`,
  });
}

/** Writes down that a job is proposed to its treasury at a final block, in the transaction that says so. */
export async function noteProposal(tx: TransactionSql, row: JobRow): Promise<void> {
  await recordActivity(tx, {
    ...ofJob(row),
    action: "propose_job",
    summary: `Proposed a job for ${priceOf(row)} of ${checksumAddress(row.vendorAddress)} to the treasury`,
    reason: row.approvedBy === null ? "The policy approved it" : "A person approved it",
    setting: "commerce",
    outcome: "succeeded",
    once: `propose_job:${row.id}`,
    ...(row.proposalTxHash ? { txHash: row.proposalTxHash } : {}),
  });
}

/** Writes down that the escrow was made to send a job's money in a final block, in the transaction that says so. */
export async function noteRelease(
  tx: TransactionSql,
  row: JobRow,
  { kind, txHash }: { kind: ReleaseKind; txHash: Bytes32 },
): Promise<void> {
  const isReturn = kind === "claim_refund";
  await recordActivity(tx, {
    ...ofJob(row),
    action: isReturn ? "return_money" : "release_payment",
    summary: isReturn
      ? `Had the escrow return ${priceOf(row)} of an expired job to the treasury`
      : `Had the escrow send ${priceOf(row)} of a job that it had held`,
    reason: isReturn
      ? "The job's deadline passed without a decision"
      : "The token had refused the transfer, and takes it now",
    setting: "commerce",
    outcome: "succeeded",
    once: `${kind}:${row.id}`,
    txHash,
  });
}
