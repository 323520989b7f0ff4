import { type Sql, type TransactionSql, transaction } from "@/db/client";
import { createRun } from "./create-run";
import { createEvent } from "./engine-event";
import type { EngineFunctions } from "./function-config";
import type { ClaimedJob } from "./job-lease";
import type { Due } from "./parse-due";
import type { Outcome, PlannedWait, Progress, RunError } from "./read-answer";
import { discoverNext, type LockedRun, lockRun, storeStep, toJson } from "./run-steps";
import { insertRuns, type Wake } from "./store-events";

const UNREACHABLE_MS = 1_000;

/**
 * Writes down what a call brought, in one transaction: results, next jobs, the end of the run.
 * Nothing is written when the job's lease has gone to another owner or the run is over.
 */
export async function applyOutcome(
  db: Sql,
  functions: EngineFunctions,
  job: ClaimedJob,
  outcome: Outcome,
): Promise<Wake> {
  return transaction(db, async (tx) => {
    const run = await lockRun(tx, job.runId);
    if (!run) return "jobs";
    if (outcome.kind === "retry" || outcome.kind === "unreachable") {
      await postpone(tx, job, outcome);
      return "jobs";
    }
    const { count } = await tx`
      delete from engine.job where id = ${job.id} and lease_owner = ${job.owner}`;
    if (count === 0) return "jobs";
    if (outcome.kind === "progress") {
      await applyProgress(tx, functions, run, outcome);
      return "jobs";
    }
    await finish(tx, run, outcome);
    return "waits";
  });
}

async function postpone(
  tx: TransactionSql,
  job: ClaimedJob,
  outcome: Extract<Outcome, { kind: "retry" | "unreachable" }>,
): Promise<void> {
  if (outcome.kind === "retry") {
    await tx`
      update engine.job set lease_owner = null, claims = 0, attempt = attempt + 1,
        run_at = ${instant(tx, outcome.due)}
      where id = ${job.id} and lease_owner = ${job.owner}`;
    return;
  }
  await tx`
    update engine.job set lease_owner = null, claims = claims - ${outcome.isDelivered ? 0 : 1},
      run_at = ${instant(tx, { inMs: UNREACHABLE_MS })}
    where id = ${job.id} and lease_owner = ${job.owner}`;
}

async function applyProgress(
  tx: TransactionSql,
  functions: EngineFunctions,
  run: LockedRun,
  { results, planned, waits, isParallel }: Progress,
): Promise<void> {
  if (isParallel) await tx`update engine.run set is_parallel = true where id = ${run.id}`;
  for (const result of results) await storeStep(tx, run.id, result);
  for (const stepId of planned) {
    await tx`
      insert into engine.job (run_id, function_id, limit_key, step_id)
      values (${run.id}, ${run.functionId}, ${run.limitKey}, ${stepId})
      on conflict do nothing`;
  }
  for (const wait of waits) await startWait(tx, functions, run, wait);
  await discoverNext(tx, run);
}

async function startWait(
  tx: TransactionSql,
  functions: EngineFunctions,
  run: LockedRun,
  wait: PlannedWait,
): Promise<void> {
  if (wait.kind === "invoke") {
    const error = await invoke(tx, functions, run, wait);
    if (error) return storeStep(tx, run.id, { id: wait.stepId, error });
  }
  await tx`
    insert into engine.wait (run_id, step_id, kind, due_at)
    values (${run.id}, ${wait.stepId}, ${wait.kind}, ${instant(tx, wait.due)})
    on conflict do nothing`;
}

/** Starts a run of another function for this step; returns an error when that cannot be. */
async function invoke(
  tx: TransactionSql,
  functions: EngineFunctions,
  run: LockedRun,
  { stepId, functionId, data }: Extract<PlannedWait, { kind: "invoke" }>,
): Promise<RunError | undefined> {
  const fn = functions.get(functionId);
  if (!fn) return { name: "Error", message: `There is no function "${functionId}" to invoke` };
  const id = `invoke:${run.id}:${stepId}`;
  const event = createEvent({ id, name: "inngest/function.invoked", data });
  const created = createRun(fn, event, { runId: run.id, stepId });
  const newRunIds = await insertRuns(tx, [event], [created]);
  if (newRunIds.size > 0) return undefined;
  return { name: "Error", message: `A run of the singleton "${functionId}" is in progress` };
}

async function finish(
  tx: TransactionSql,
  run: LockedRun,
  outcome: Extract<Outcome, { kind: "complete" | "fail" }>,
): Promise<void> {
  const [output, error] =
    outcome.kind === "complete" ? [toJson(outcome.output), null] : [null, toJson(outcome.error)];
  await tx`
    update engine.run
    set finished_at = now(), output = ${output}::text::json, error = ${error}::text::json
    where id = ${run.id} and finished_at is null`;
  await tx`delete from engine.job where run_id = ${run.id}`;
  await tx`delete from engine.wait where run_id = ${run.id}`;
  if (run.parentRunId === null) return;
  const result = outcome.kind === "complete" ? { data: outcome.output } : { error: outcome.error };
  await tx`
    update engine.wait set result = ${toJson(result)}::text::json, due_at = now()
    where run_id = ${run.parentRunId} and step_id = ${run.parentStepId} and result is null`;
}

function instant(tx: TransactionSql, due: Due) {
  return "at" in due
    ? tx`${due.at}::timestamptz`
    : tx`(now() + ${due.inMs} * interval '1 millisecond')`;
}
