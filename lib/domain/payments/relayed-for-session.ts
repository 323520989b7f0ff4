import type { Db } from "@/db/client";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";

/** A submission that ended in one of these had no part in a settlement of the same authorization. */
const unrelated = finalStatesOf(submissionTransitions).filter(
  (state) => state !== "confirmed" && state !== "superseded",
);

/**
 * Whether session `s` has a relay submission `b` for a payment: the payer signed while the session was
 * open. `b` is bound to the payment by the condition that follows.
 */
export function relayedForSession(db: Db) {
  return db`
    select from relay_submissions b
    where b.session_id = s.id and b.state <> all (${unrelated})`;
}
