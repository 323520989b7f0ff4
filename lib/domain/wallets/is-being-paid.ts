import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { invalidState, type Refusal } from "@/lib/core/errors";
import {
  type InvoiceStatus,
  type SessionStatus,
  standingTransactionStatuses,
} from "@/lib/core/states";

/** A settlement `t` is of the session's amount and token, and no person has refused it or returns it. */
const paysSession = (db: Db) => db`
  t.amount = s.amount and t.token_address = s.token_address
  and (t.payment_exception = 'none' or (t.payment_exception = 'screening'
    and coalesce((
      select d.decision from screening_decisions d where d.resource_id = t.id
    ), 'released') = 'released'))`;

/**
 * The condition on a session `s` that a payment of it is on its way: a submission for it is open, or a
 * settlement that pays it is mined and not confirmed. One that screening holds counts until a person has
 * refused it. A settlement of another amount or token never counts: a cent must not keep a session from
 * being paid or closed. A caller that acts on the answer must hold the session's lock.
 * @param besides a submission that does not count: the one that asks
 */
export function isBeingPaid(db: Db, besides?: string) {
  const counted = besides === undefined ? db`` : db`and o.submission_id <> ${besides}`;
  // With `exists` the planner might read all that is open once, and hash it.
  return db`coalesce(
    (
      select true from relay_open_submissions o where o.session_id = s.id ${counted} limit 1
    ), (
      select true from transactions t
      where t.session_id = s.id and t.status = 'pending'
        and ${paysSession(db)}
      limit 1
    ), false
  )`;
}

/**
 * The settlements `t` that pay the session of a submission `b` in its place: of its amount and token,
 * confirmed, or mined and not refused. To sign the submission then would charge its payer for what is paid.
 * Of several a confirmed one: another may be held up for as long as a person takes.
 */
export function paidInstead(db: Db) {
  return db`
    select t.status = 'confirmed' as is_final
    from payment_sessions s join transactions t on t.session_id = s.id
    where s.id = b.session_id and t.payment_id <> b.payment_id
      and t.status in (${stateList(db, standingTransactionStatuses)}) and ${paysSession(db)}
    order by is_final desc limit 1`;
}

/** Whether a payment of a session is on its way; false without a session. */
export async function isSessionBeingPaid(
  db: Db,
  sessionId: string | null,
  besides?: string,
): Promise<boolean> {
  const paid = await db`
    select from payment_sessions s where s.id = ${sessionId} and ${isBeingPaid(db, besides)}`;
  return paid.length > 0;
}

/**
 * The refusal `session_invalid_state` with `payment_in_flight`, of every action that such a payment forbids.
 * @param currentStatus the session's, or its invoice's where the action is on that
 */
export function refuseBeingPaid(currentStatus: SessionStatus | InvoiceStatus | undefined): Refusal {
  return invalidState("A payment for this session is on its way.", {
    currentStatus,
    reason: "payment_in_flight",
  });
}
