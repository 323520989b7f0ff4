import { randomUUID } from "node:crypto";
import type { EngineEvent } from "./engine-event";
import type { EventPath } from "./event-path";
import type { EngineFunction, EngineFunctions } from "./function-config";

/** A run before it is stored. */
export interface NewRun {
  id: string;
  functionId: string;
  eventId: string;
  limitKey: string;
  singletonKey: string | null;
  parentRunId: string | null;
  parentStepId: string | null;
}

/** The step of another run that waits for the new run's output. */
export interface ParentStep {
  runId: string;
  stepId: string;
}

/** One run for each function that the event triggers. */
export function createRuns(functions: EngineFunctions, event: EngineEvent): NewRun[] {
  const triggered = [...functions.values()].filter((fn) => fn.events.includes(event.name));
  return triggered.map((fn) => createRun(fn, event));
}

/** A run of `fn` for `event`, its keys computed from the event. */
export function createRun(fn: EngineFunction, event: EngineEvent, parent?: ParentStep): NewRun {
  return {
    id: randomUUID(),
    functionId: fn.id,
    eventId: event.id,
    limitKey: computeKey(fn.concurrency?.key, event),
    singletonKey: fn.singleton ? computeKey(fn.singleton.key, event) : null,
    parentRunId: parent?.runId ?? null,
    parentStepId: parent?.stepId ?? null,
  };
}

/** Equal values make equal keys; an event without the value has a key of its own. */
function computeKey(key: EventPath | undefined, event: EngineEvent): string {
  return key ? (JSON.stringify(key(event)) ?? "") : "";
}
