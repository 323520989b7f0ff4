import type { TransactionSql } from "@/db/client";
import { createRuns, type NewRun } from "./create-run";
import type { EngineEvent } from "./engine-event";
import { compileExpression } from "./expression";
import type { EngineFunctions } from "./function-config";

/** Every engine on the database listens here: `<sender>:<what to look at>`. */
export const WAKE_CHANNEL = "stipend_engine";

/** What there is to look at: calls to make, or waits that ended. */
export type Wake = "jobs" | "waits";

/** Stores events, starts a run of each function that they trigger, and ends the waits for them. */
export async function storeEvents(
  tx: TransactionSql,
  functions: EngineFunctions,
  events: EngineEvent[],
): Promise<Wake> {
  const runs = events.flatMap((event) => createRuns(functions, event));
  const { newEventIds } = await insertRuns(tx, events, runs);
  const isAnyWaiting = await endWaits(
    tx,
    events.filter((event) => newEventIds.has(event.id)),
  );
  return isAnyWaiting ? "waits" : "jobs";
}

/**
 * Stores events and runs with their first calls. An event that is known stays as it is; a run of the
 * same function for the same event, or with the singleton key of an unfinished run, is left out.
 */
export async function insertRuns(
  tx: TransactionSql,
  events: EngineEvent[],
  runs: NewRun[],
): Promise<{ newEventIds: Set<string>; newRunIds: Set<string> }> {
  const list = <Key extends keyof NewRun>(key: Key) => runs.map((run) => run[key]);
  const rows = await tx<{ kind: "event" | "run"; id: string }[]>`
    with new_event as (
      insert into engine.event (id, name, payload)
      select e.id, e.name, e.payload::json
      from unnest(
        ${events.map((event) => event.id)}::text[],
        ${events.map((event) => event.name)}::text[],
        ${events.map((event) => JSON.stringify(event))}::text[]
      ) as e (id, name, payload)
      on conflict do nothing
      returning id
    ), new_run as (
      insert into engine.run
        (id, function_id, event_id, limit_key, singleton_key, parent_run_id, parent_step_id)
      select * from unnest(
        ${list("id")}::text[], ${list("functionId")}::text[], ${list("eventId")}::text[],
        ${list("limitKey")}::text[], ${list("singletonKey")}::text[],
        ${list("parentRunId")}::text[], ${list("parentStepId")}::text[]
      )
      on conflict do nothing
      returning id, function_id, limit_key
    ), new_job as (
      insert into engine.job (run_id, function_id, limit_key)
      select id, function_id, limit_key from new_run
    )
    select 'event' as kind, id from new_event
    union all
    select 'run' as kind, id from new_run`;
  const idsOf = (kind: "event" | "run") =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.id));
  return { newEventIds: idsOf("event"), newRunIds: idsOf("run") };
}

interface WaitRow {
  runId: string;
  stepId: string;
  eventName: string | null;
  expression: string | null;
  /** The event that started the waiting run. */
  trigger: EngineEvent;
}

async function endWaits(tx: TransactionSql, events: EngineEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  // In the order of the key, so that two senders never wait for each other.
  const waits = await tx<WaitRow[]>`
    select w.run_id, w.step_id, w.event_name, w.expression, e.payload as trigger
    from engine.wait w
    join engine.run r on r.id = w.run_id
    join engine.event e on e.id = r.event_id
    where w.event_name = any(${events.map((event) => event.name)}::text[]) and w.result is null
    order by w.run_id, w.step_id
    for update of w`;
  const ended = waits.flatMap((wait) => {
    const event = events.find((candidate) => isAwaited(wait, candidate));
    return event ? [{ ...wait, result: JSON.stringify({ data: event }) }] : [];
  });
  if (ended.length === 0) return false;
  await tx`
    update engine.wait w set result = d.result::json, due_at = now()
    from unnest(
      ${ended.map((wait) => wait.runId)}::text[],
      ${ended.map((wait) => wait.stepId)}::text[],
      ${ended.map((wait) => wait.result)}::text[]
    ) as d (run_id, step_id, result)
    where w.run_id = d.run_id and w.step_id = d.step_id`;
  return true;
}

function isAwaited(wait: WaitRow, event: EngineEvent): boolean {
  if (wait.eventName !== event.name) return false;
  if (wait.expression === null) return true;
  const condition = compileExpression(wait.expression, ["event", "async"]);
  return condition({ event: wait.trigger, async: event }) === true;
}
