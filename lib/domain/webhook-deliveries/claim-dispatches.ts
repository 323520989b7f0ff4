import { type Sql, type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import type { Mode } from "@/lib/core/modes";
import { dispatchTransitions, sourcesOf } from "@/lib/core/states";
import { wakes } from "@/lib/core/wakes";
import type { EventRow } from "@/lib/domain/events/event-rows";
import { finishPass, numberingSteps } from "@/lib/domain/events/number-events";
import { notifyOutbox } from "@/lib/domain/outbox/wake";
import { chooseDispatches } from "./choose-dispatches";
import { leaseMs } from "./send-limits";

/** A dispatch in hand, with all that one attempt needs. */
export interface ClaimedDispatch {
  id: string;
  /** Rises with each claim: whoever holds the last one may write the outcome. */
  fence: bigint;
  mode: Mode;
  isReplay: boolean;
  /** Attempts whose outcome is known already. */
  attempts: number;
  deliveryId: string;
  attempt: number;
  claimedAt: Date;
  /** The same in real time, which the receiver's clock shows. */
  sentAt: Date;
  endpointId: string;
  url: string;
  secretSealed: string;
  event: EventRow;
}

type ClaimedRow = Omit<ClaimedDispatch, "event"> & Omit<EventRow, "id"> & { eventId: string };

/** One claimer at a time: what it counts against a limit cannot change under it. */
const CLAIM_LOCK = 7_245_003;

/**
 * Leases due dispatches of enabled endpoints, at most `room` of them and as many as the limits leave
 * room for. Events get their positions first: what is sent has its position in it, at every attempt. Each endpoint's oldest comes first, beginning with the endpoint whose last claim is the
 * longest ago.
 */
export async function claimDispatches(db: Sql, room: number): Promise<ClaimedDispatch[]> {
  const rows = await transaction(db, async (tx) => {
    const [, , , , pass, claimed] = await pipelined([
      // Every sender waits for the lock: a claimer that has stopped must not keep it.
      () => tx`set local idle_in_transaction_session_timeout = '5s'`,
      () => tx`select pg_advisory_xact_lock(${CLAIM_LOCK})`,
      () => releaseLeases(tx),
      ...numberingSteps(tx),
      () => tx<ClaimedRow[]>`
      with recursive ${chooseDispatches(tx, room)}, taken as (
        update webhook_dispatches d
        set state = 'sending', fence = d.fence + 1, next_attempt_at = 'infinity',
          lease_until = statement_timestamp() + ${leaseMs} * interval '1 millisecond'
        where d.id = any (array(select id from chosen))
          and d.state in ${tx(sourcesOf(dispatchTransitions, "sending"))}
          and (select position is not null from events where id = d.event_id)
        returning d.*
      ), touched as (
        update webhook_endpoints set last_claimed_at = statement_timestamp()
        where id in (select endpoint_id from taken)
      )
      select t.id, t.fence, t.is_replay, t.attempts, t.event_id, v.id as delivery_id, v.attempt,
        (select now from moment) as claimed_at, statement_timestamp() as sent_at, w.id as endpoint_id, w.url, w.secret_sealed,
        e.merchant_id, e.mode, e.type, e.api_version, e.resource_type, e.resource_id, e.sequence,
        e.arrival, e.position, e.object, e.created_at
      from taken t
      join webhook_endpoints w on w.id = t.endpoint_id
      join webhook_deliveries v on v.dispatch_id = t.id and v.status = 'pending'
      join events e on e.id = t.event_id`,
    ]);
    if (finishPass(tx, pass).full) notifyOutbox(tx, wakes.webhooks);
    return claimed;
  });
  return rows.map(({ eventId, ...row }) => ({ ...row, event: { ...row, id: eventId } }));
}

/** Sends whose lease has run out are due again, for whoever claims next. */
function releaseLeases(tx: TransactionSql) {
  return tx`
    update webhook_dispatches
    set state = 'pending', next_attempt_at = clock_now(), lease_until = null
    where id = any (array(
      select id from webhook_dispatches where lease_until <= statement_timestamp()
      for no key update skip locked
    )) and state = 'sending' and state in ${tx(sourcesOf(dispatchTransitions, "pending"))}`;
}
