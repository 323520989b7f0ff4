import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Reply } from "@/lib/adapters/outbound-http/outbound-http";
import { newId } from "@/lib/core/ids";
import { deliveryTransitions, dispatchTransitions, sourcesOf } from "@/lib/core/states";
import type { ClaimedDispatch } from "./claim-dispatches";
import { noteFailure } from "./note-failure";
import { isAccepted, secondsToNextAttempt } from "./retry-schedule";
import { slowAfterMs } from "./send-limits";

/**
 * `superseded`: the lease was lost, another process has made the attempt again, and nothing was written.
 * `endpoint_disabled`: this failure was one too many.
 */
export type RecordedOutcome = "recorded" | "endpoint_disabled" | "superseded";

/**
 * Writes down what came of an attempt, and schedules the next one or ends the dispatch. A failing
 * endpoint is disabled by the same transaction when its time is up.
 */
export async function recordOutcome(
  db: Db,
  dispatch: ClaimedDispatch,
  reply: Reply,
): Promise<RecordedOutcome> {
  if (isAccepted(reply)) return recordSuccess(db, dispatch, reply);
  return transaction(db, (tx) => recordFailure(tx, dispatch, reply));
}

/** The columns of a delivery that an attempt fills in. */
function resultOf(dispatch: ClaimedDispatch, reply: Reply) {
  const redirected = reply.status !== null && reply.status >= 300 && reply.status < 400;
  return {
    responseCode: reply.status,
    responseBody: reply.body,
    error: redirected ? "redirect_not_followed" : reply.failure,
    durationMs: reply.durationMs,
    startedAt: dispatch.claimedAt,
  };
}

async function recordSuccess(
  db: Db,
  dispatch: ClaimedDispatch,
  reply: Reply,
): Promise<RecordedOutcome> {
  const slow = reply.durationMs >= slowAfterMs;
  const [row] = await db<{ recorded: number }[]>`
    with done as (
      update webhook_dispatches set state = 'succeeded', attempts = attempts + 1, lease_until = null
      where id = ${dispatch.id} and fence = ${dispatch.fence}
        and state in ${db(sourcesOf(dispatchTransitions, "succeeded"))}
      returning endpoint_id
    ), delivery as (
      update webhook_deliveries
      set ${db({ ...resultOf(dispatch, reply), status: "succeeded", nextAttemptAt: null })}
      where id = ${dispatch.deliveryId} and exists (select from done)
        and status in ${db(sourcesOf(deliveryTransitions, "succeeded"))}
    ), endpoint as (
      update webhook_endpoints w
      set slow = ${slow}, last_success_at = clock_now(), failing_since = null, failed_events = 0
      from done
      where w.id = done.endpoint_id and w.url = ${dispatch.url} and (w.slow <> ${slow} or w.failing_since is not null
        or w.last_success_at is null or w.last_success_at < clock_now() - interval '1 minute')
    )
    select count(*)::int as recorded from done`;
  return row?.recorded === 1 ? "recorded" : "superseded";
}

async function recordFailure(
  tx: TransactionSql,
  dispatch: ClaimedDispatch,
  reply: Reply,
): Promise<RecordedOutcome> {
  const wait = dispatch.isReplay ? null : waitAfter(dispatch, reply);
  const state = wait === null ? "exhausted" : "pending";
  const [scheduled] = await tx<{ at: Date }[]>`
    update webhook_dispatches
    set state = ${state}, attempts = attempts + 1, lease_until = null,
      next_attempt_at = clock_now() + ${wait ?? 0}::float8 * interval '1 second'
    where id = ${dispatch.id} and fence = ${dispatch.fence}
      and state in ${tx(sourcesOf(dispatchTransitions, state))}
    returning next_attempt_at as at`;
  if (!scheduled) return "superseded";
  const nextAttemptAt = wait === null ? null : scheduled.at;
  // A replay is no part of the schedule, so its failure exhausts nothing.
  const status = wait === null && !dispatch.isReplay ? "exhausted" : "failed";
  await tx`
    update webhook_deliveries set ${tx({ ...resultOf(dispatch, reply), status, nextAttemptAt })}
    where id = ${dispatch.deliveryId} and status in ${tx(sourcesOf(deliveryTransitions, status))}`;
  if (nextAttemptAt) await insertNextDelivery(tx, dispatch, nextAttemptAt);
  const endpoint = await noteFailure(tx, dispatch, reply);
  return endpoint === "disabled" ? "endpoint_disabled" : "recorded";
}

function waitAfter(dispatch: ClaimedDispatch, reply: Reply): number | null {
  const outcome = {
    status: reply.status,
    timedOut: reply.failure === "timeout",
    retryAfter: reply.retryAfter,
  };
  const given = { random: Math.random(), now: new Date() };
  return secondsToNextAttempt(dispatch.mode, dispatch.attempts + 1, outcome, given);
}

async function insertNextDelivery(
  tx: TransactionSql,
  dispatch: ClaimedDispatch,
  nextAttemptAt: Date,
): Promise<void> {
  const delivery = {
    id: newId("webhookDelivery"),
    merchantId: dispatch.event.merchantId,
    mode: dispatch.mode,
    dispatchId: dispatch.id,
    endpointId: dispatch.endpointId,
    attempt: dispatch.attempt + 1,
    nextAttemptAt,
  };
  await tx`insert into webhook_deliveries ${tx(delivery)}`;
}
