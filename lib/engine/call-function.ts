import type { Sql } from "@/db/client";
import type { Transport } from "./call-over-http";
import type { EngineEvent } from "./engine-event";
import type { EngineFunction } from "./function-config";
import type { ClaimedJob } from "./job-lease";
import { type Answer, type Outcome, type RunError, readAnswer, readFailure } from "./read-answer";
import { signRequest } from "./sign-request";

/** Longer than any step may take, shorter than what proxies and clients give up at. */
const CALL_TIMEOUT_MS = 280_000;
/** Claims without an answer after which a job is taken to be what kills its processes. */
const MAX_CLAIMS = 10;

/** What a call tells the app about its run. */
interface RunState {
  isParallel: boolean;
  event: EngineEvent;
  steps: { id: string; data: unknown; error: RunError | null }[];
}

/** Reads the state of a run; undefined when it is finished or gone. */
export async function loadRun(db: Sql, runId: string): Promise<RunState | undefined> {
  const [[run], steps] = await Promise.all([
    db<{ isParallel: boolean; event: EngineEvent }[]>`
      select r.is_parallel, e.payload as event
      from engine.run r join engine.event e on e.id = r.event_id
      where r.id = ${runId} and r.finished_at is null`,
    db<RunState["steps"]>`
      select id, data, error from engine.step where run_id = ${runId} order by position`,
  ]);
  return run && { ...run, steps };
}

/**
 * Calls the app to execute a job and reads its answer. Never throws: no answer is an outcome too.
 */
export async function callFunction(
  fn: EngineFunction,
  job: ClaimedJob,
  run: RunState,
  { signingKey, call }: { signingKey: string; call: Transport },
): Promise<Outcome> {
  if (job.claims > MAX_CLAIMS) {
    const message = `Started ${MAX_CLAIMS} times without an answer: its process may not survive it`;
    return { kind: "fail", error: { name: "Error", message } };
  }
  const attempt = { attempt: job.attempt, maxAttempts: fn.maxAttempts };
  try {
    const request = signRequest({ method: "POST", ...buildCall(fn, job, run) }, signingKey);
    const answer = await withTimeout(readBody(call(request)));
    if (answer) return readAnswer(answer, attempt);
    const message = `No answer within ${CALL_TIMEOUT_MS / 1_000} seconds`;
    return readFailure({ name: "Error", message }, new Headers(), attempt);
  } catch (error) {
    return { kind: "unreachable", isDelivered: !isRefused(error), reason: String(error) };
  }
}

/** The call as the SDK expects it. Without `ctx.fn_id` it needs nothing but this exchange. */
function buildCall(fn: EngineFunction, job: ClaimedJob, run: RunState) {
  const url = new URL(fn.url);
  url.searchParams.set("stepId", job.stepId);
  const stack = run.steps.map((step) => step.id);
  const results = run.steps.map(({ id, data, error }) => [id, error ? { error } : { data }]);
  const body = {
    version: -1,
    event: run.event,
    events: [run.event],
    steps: Object.fromEntries(results),
    ctx: {
      run_id: job.runId,
      attempt: job.attempt,
      max_attempts: fn.maxAttempts,
      disable_immediate_execution: run.isParallel,
      use_api: false,
      stack: { stack, current: stack.length },
    },
  };
  return { url: url.href, body };
}

async function readBody(answering: Promise<Response>): Promise<Answer> {
  const answer = await answering;
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

async function withTimeout<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CALL_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const refusals = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Whether the connection never came about, so that the app has not seen the call. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && refusals.has(String(cause.code));
}
