import type { TransactionSql } from "@/db/client";
import { createRuns, type NewRun } from "./create-run";
import type { EngineEvent } from "./engine-event";
import type { EngineFunctions } from "./function-config";

/** Every engine on the database listens here for the id of the one that has stored events. */
export const WAKE_CHANNEL = "stipend_engine";

/** What there is to look at: calls to make, or waits that ended. */
export type Wake = "jobs" | "waits";

/** Stores events, and starts a run of each function that they trigger. */
export async function storeEvents(
  tx: TransactionSql,
  functions: EngineFunctions,
  events: EngineEvent[],
): Promise<void> {
  const runs = events.flatMap((event) => createRuns(functions, event));
  await insertRuns(tx, events, runs);
}

/**
 * Stores events and runs with their first calls. An event that is known stays as it is; a run of the
 * same function for the same event, or with the singleton key of an unfinished run, is left out.
 * @returns the ids of the runs that were stored
 */
export async function insertRuns(
  tx: TransactionSql,
  events: EngineEvent[],
  runs: NewRun[],
): Promise<Set<string>> {
  const list = <Key extends keyof NewRun>(key: Key) => runs.map((run) => run[key]);
  const rows = await tx<{ id: string }[]>`
    with new_event as (
      insert into engine.event (id, name, payload)
      select e.id, e.name, e.payload::json
      from unnest(
        ${events.map((event) => event.id)}::text[],
        ${events.map((event) => event.name)}::text[],
        ${events.map((event) => JSON.stringify(event))}::text[]
      ) as e (id, name, payload)
      on conflict do nothing
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
    select id from new_run`;
  return new Set(rows.map(({ id }) => id));
}
