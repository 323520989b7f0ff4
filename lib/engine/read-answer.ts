import { z } from "zod";
import { type Due, parseDue, parseRetryAfter } from "./parse-due";
import { retryDelay } from "./retry-delay";

/** An error as the SDK writes and reads it. */
export interface RunError {
  name: string;
  message: string;
  stack?: string;
  [key: string]: unknown;
}

/** A finished step. */
export type StepResult = { id: string } & ({ data: unknown } | { error: RunError });

/** A step that waits for something outside the run. */
export type PlannedWait = { stepId: string; due: Due } & (
  | { kind: "sleep" }
  | { kind: "invoke"; functionId: string; data: Record<string, unknown> }
);

/** What the engine does with a job after its call. */
export type Outcome =
  | { kind: "complete"; output: unknown }
  | { kind: "fail"; error: RunError }
  | { kind: "retry"; error: RunError; due: Due }
  /** The app did not answer: no attempt is used up. `isDelivered` tells whether it may have worked on it. */
  | { kind: "unreachable"; isDelivered: boolean; reason: string }
  | Progress;

/** The run goes on: steps that finished, steps to call one by one, and steps that wait. */
export interface Progress {
  kind: "progress";
  results: StepResult[];
  planned: string[];
  waits: PlannedWait[];
  isParallel: boolean;
}

/** A response to a call, read in full. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

const op = z.looseObject({
  id: z.string().min(1),
  op: z.string(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.looseObject({ parallelMode: z.unknown().optional() }).nullish(),
});
type Op = z.output<typeof op>;

const invokeOptions = z.looseObject({
  function_id: z.string(),
  payload: z.looseObject({ data: z.record(z.string(), z.unknown()).nullish() }).optional(),
  timeout: z.string().optional(),
});
const INVOKE_TIMEOUT = "365d";

/** A call before its answer. */
export interface Attempt {
  /** Failed attempts before this one. */
  attempt: number;
  maxAttempts: number;
}

/** Decides what an answer of the app means. Operations that the engine does not know fail the run. */
export function readAnswer(answer: Answer, attempt: Attempt): Outcome {
  const { status, headers, body } = answer;
  if (!headers.has("x-inngest-sdk")) {
    const reason = `${status} ${body.slice(0, 200)}`;
    return { kind: "unreachable", isDelivered: false, reason };
  }
  try {
    if (status === 200) return { kind: "complete", output: JSON.parse(body) };
    if (status === 206) return readOps(z.array(op).min(1).parse(JSON.parse(body)), answer, attempt);
    return readFailure(toRunError(parseJson(body), `status ${status}`), headers, attempt);
  } catch (error) {
    return { kind: "fail", error: toRunError(error, "unreadable answer") };
  }
}

/** What follows a failed attempt: another one, later, or the end of the run. */
export function readFailure(error: RunError, headers: Headers, attempt: Attempt): Outcome {
  const isLast = attempt.attempt + 1 >= attempt.maxAttempts;
  if (isLast || headers.get("x-inngest-no-retry") === "true") return { kind: "fail", error };
  return { kind: "retry", error, due: nextAttempt(headers, attempt) };
}

function nextAttempt(headers: Headers, { attempt }: Attempt): Due {
  const after = headers.get("retry-after");
  return after === null ? { inMs: retryDelay(attempt, Math.random()) } : parseRetryAfter(after);
}

function readOps(ops: Op[], { headers }: Answer, attempt: Attempt): Outcome {
  const progress: Progress = {
    kind: "progress",
    results: [],
    planned: [],
    waits: [],
    isParallel: ops.length > 1,
  };
  for (const op of ops) {
    if (op.opts?.parallelMode)
      throw new Error(`parallel mode "${op.opts.parallelMode}" is not supported`);
    if (op.op === "RunComplete") return { kind: "complete", output: op.data ?? null };
    if (op.op === "StepError") {
      const failure = readFailure(toRunError(op.error, "step failed"), headers, attempt);
      if (failure.kind === "retry") return failure;
    }
    addOp(progress, op);
  }
  return progress;
}

function addOp({ results, planned, waits }: Progress, op: Op): void {
  switch (op.op) {
    case "StepRun":
      results.push({ id: op.id, data: op.data ?? null });
      return;
    case "StepError":
    case "StepFailed":
      results.push({ id: op.id, error: toRunError(op.error, "step failed") });
      return;
    case "StepPlanned":
      planned.push(op.id);
      return;
    case "Sleep":
      waits.push({ stepId: op.id, kind: "sleep", due: parseDue(op.name ?? "") });
      return;
    case "InvokeFunction":
      waits.push(readInvoke(op));
      return;
    default:
      throw new Error(`the operation "${op.op}" is not supported`);
  }
}

function readInvoke(op: Op): PlannedWait {
  const { function_id: functionId, payload, timeout } = invokeOptions.parse(op.opts);
  const due = parseDue(timeout ?? INVOKE_TIMEOUT);
  return { stepId: op.id, kind: "invoke", functionId, data: payload?.data ?? {}, due };
}

/** Converts a thrown or answered value into the SDK's form of an error. */
function toRunError(value: unknown, fallback: string): RunError {
  if (value instanceof z.ZodError) return { name: "Error", message: z.prettifyError(value) };
  if (value instanceof Error) return { name: value.name, message: value.message };
  const known = z.looseObject({ name: z.string(), message: z.string() }).safeParse(value);
  if (known.success) return known.data;
  const named = z.looseObject({ error: z.string() }).safeParse(value);
  return { name: "Error", message: named.success ? named.data.error : fallback };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
