import { asRows } from "@/db/as-rows";
import type { Db } from "@/db/client";
import type { EnrolmentFailure, PaymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";

/** A submission that is not to be signed now, and why. */
interface PostponedSubmission {
  readonly id: string;
  readonly failure: PaymentFailure | EnrolmentFailure | "session_closed";
}

/** Waiting grows with a quarter of the submission's age, within these. */
const SHORTEST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Leaves submissions in the queue that would not settle now. Their authorization is alive: anyone who has it could
 * still execute it, so the payer must not be told to sign again. They are tried again later, and end when their
 * authorization does. One whose nonce is used says so when its time is over, too.
 */
export async function postponeSubmissions(
  db: Db,
  bad: readonly PostponedSubmission[],
): Promise<void> {
  if (bad.length === 0) return;
  await db`
    update relay_submissions s set wallet = null,
      failure_code = case when b.failure = 'expired' and s.failure_code = 'nonce_used'
        then s.failure_code else b.failure end, updated_at = clock_now(),
      next_check_at = clock_now() + greatest(${SHORTEST_WAIT_SECONDS}::float8, least(
        ${LONGEST_WAIT_SECONDS}::float8, extract(epoch from clock_now() - s.created_at)::float8 / 4
      )) * interval '1 second'
    from json_to_recordset(${asRows(bad)}::text::json) as b(id text, failure text)
    where s.id = b.id and s.state = 'queued'`;
}

/** Hands submissions whose payers have code now to the wallet that relays such payers. */
export async function reroute(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update relay_submissions set payer_has_code = not payer_has_code, wallet = null
    where id = any (${[...ids]}::text[]) and state = 'queued'`;
}

/** Refuses submissions that nothing was ever signed for. */
export async function rejectSubmissions(
  db: Db,
  state: "held" | "queued",
  ids: readonly string[],
  failureCode: string,
): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update relay_submissions set state = 'rejected', failure_code = ${failureCode},
      next_check_at = null, closed_at = clock_now(), updated_at = clock_now()
    where id = any (${[...ids]}::text[]) and state = ${state} and rounds = 0`;
}
