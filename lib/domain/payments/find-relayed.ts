import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/hex";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";

/** A submission that ended in one of these had no part in a settlement of the same authorization. */
const unrelated = finalStatesOf(submissionTransitions).filter(
  (state) => state !== "confirmed" && state !== "superseded",
);

/**
 * Which payments were relayed for a session while it was open.
 * @returns `<session id> <payment id>` of each
 */
export async function findRelayed(
  tx: TransactionSql,
  payments: readonly { deploymentId: string; paymentId: Bytes32 | null }[],
): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const deploymentIds = [...new Set(payments.map(({ deploymentId }) => deploymentId))];
  const paymentIds = payments.flatMap(({ paymentId }) => paymentId ?? []);
  const rows = await tx<{ sessionId: string; paymentId: Bytes32 }[]>`
    select session_id, payment_id from relay_submissions
    where deployment_id = any (${deploymentIds}) and payment_id = any (${paymentIds})
      and session_id is not null and state <> all (${unrelated})`;
  return new Set(rows.map(({ sessionId, paymentId }) => `${sessionId} ${paymentId}`));
}
