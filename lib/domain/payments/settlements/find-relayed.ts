import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";

/** A submission that ended in one of these had no part in a settlement of the same authorization. */
const unrelated = finalStatesOf(submissionTransitions).filter(
  (state) => state !== "confirmed" && state !== "superseded",
);

/**
 * Which payments were relayed for sessions while these were open, by both ids that their authorization can have.
 * @returns `<session id> <payment id>` of each
 */
export async function findRelayed(
  tx: TransactionSql,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await tx<{ sessionId: string; paymentId: Bytes32 }[]>`
    select session_id, unnest(array[payment_id, coalesce(intent_id, auth_nonce)]) as payment_id
    from relay_submissions
    where session_id = any (${[...sessionIds]}) and state <> all (${unrelated})`;
  return new Set(rows.map(({ sessionId, paymentId }) => `${sessionId} ${paymentId}`));
}
