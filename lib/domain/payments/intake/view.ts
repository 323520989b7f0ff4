import type { OutputOf } from "@/lib/contract/endpoint";
import type { relayPayment } from "@/lib/contract/payments/relay";
import type { SubmissionState } from "@/lib/core/states";
import type { SubmissionDetail, SubmissionRow } from "@/lib/domain/wallets/submission-rows";

export type SubmissionView = OutputOf<typeof relayPayment>;

/** What the API shows of each internal state. */
const statuses: Readonly<Record<SubmissionState, SubmissionView["status"]>> = {
  held: "queued",
  queued: "queued",
  signed: "submitted",
  broadcast: "submitted",
  mined: "mined",
  confirmed: "confirmed",
  superseded: "confirmed",
  rejected: "failed",
  expired: "failed",
  failed: "failed",
};

/** A submission as the API shows it. */
export function viewSubmission(detail: SubmissionDetail): SubmissionView {
  const { row, attempts } = detail;
  return {
    id: row.id,
    object: "relay_submission",
    mode: row.mode,
    idempotencyKey: row.idempotencyKey,
    kind: row.kind,
    status: statuses[row.state],
    outcome: outcomeOf(detail),
    txHash: row.txHash,
    attempts: attempts.map(({ hash, kind, createdAt }) => ({ txHash: hash, kind, createdAt })),
    failureCode: row.failureCode,
    retryable: isDead(detail),
    payer: row.payer,
    paymentId: row.paymentId,
    sessionId: row.sessionId,
    subscriptionId: row.subscriptionId,
    transactionId: row.transactionId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** A submission that was stored a moment ago: nothing was signed for it. */
export function viewNewSubmission(row: SubmissionRow): SubmissionView {
  return viewSubmission({ row, attempts: [], finalizedAt: null });
}

/**
 * `unknown` where the bytes may be on their way though no node said so, and where an attempt did not
 * settle although the signatures can still be executed by anyone.
 */
function outcomeOf({ row, attempts }: SubmissionDetail): SubmissionView["outcome"] {
  switch (statuses[row.state]) {
    case "queued":
      return "pending";
    case "submitted":
      return row.state === "broadcast" && !attempts.at(-1)?.lastError ? "pending" : "unknown";
    case "mined":
      return row.failureCode === null ? "pending" : "unknown";
    case "confirmed":
      return "succeeded";
    case "failed":
      return "failed";
  }
}

/**
 * Whether none of the payer's signatures can still be executed, so that signing again is safe. A submission that was
 * refused before its broadcast is not dead by that: its sender still has the signatures.
 */
function isDead({ row, finalizedAt }: SubmissionDetail): boolean {
  if (statuses[row.state] !== "failed") return false;
  if (row.state !== "rejected" || row.failureCode === "authorization_consumed") return true;
  return (
    finalizedAt !== null && BigInt(Math.floor(finalizedAt.getTime() / 1000)) >= row.validBefore
  );
}
