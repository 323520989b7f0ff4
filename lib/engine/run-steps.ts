import type { TransactionSql } from "@/db/client";
import type { StepResult } from "./read-answer";

/** The run's row, locked: everything that changes a run's steps takes this lock first. */
export interface LockedRun {
  id: string;
  functionId: string;
  limitKey: string;
  eventId: string;
  parentRunId: string | null;
  parentStepId: string | null;
}

/** Locks an unfinished run; undefined when it is finished or gone. */
export function lockRun(tx: TransactionSql, id: string): Promise<LockedRun | undefined> {
  return selectRun(tx, id, tx`for update`);
}

/** The same, and undefined at once when another engine has the run in its hands. */
export function lockFreeRun(tx: TransactionSql, id: string): Promise<LockedRun | undefined> {
  return selectRun(tx, id, tx`for update skip locked`);
}

async function selectRun(tx: TransactionSql, id: string, lock: ReturnType<TransactionSql>) {
  const [run] = await tx<LockedRun[]>`
    select id, function_id, limit_key, event_id, parent_run_id, parent_step_id
    from engine.run where id = ${id} and finished_at is null ${lock}`;
  return run;
}

/** Stores a finished step; its place in the order is the order of storing. */
export async function storeStep(
  tx: TransactionSql,
  runId: string,
  result: StepResult,
): Promise<void> {
  const data = "data" in result ? toJson(result.data) : null;
  const error = "error" in result ? toJson(result.error) : null;
  await tx`
    insert into engine.step (run_id, id, data, error)
    values (${runId}, ${result.id}, ${data}::text::json, ${error}::text::json)
    on conflict do nothing`;
}

/** Calls the function for its next steps, once nothing else of the run is pending. */
export async function discoverNext(tx: TransactionSql, run: LockedRun): Promise<void> {
  await tx`
    insert into engine.job (run_id, function_id, limit_key)
    select ${run.id}, ${run.functionId}, ${run.limitKey}
    where not exists (select from engine.job where run_id = ${run.id})
      and not exists (select from engine.wait where run_id = ${run.id})`;
}

/** JSON text; a missing value is null. */
export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
