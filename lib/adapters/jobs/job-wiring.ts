import type { Logger } from "@/lib/adapters/logger/logger";

/** An event for job functions. The id removes duplicates: derive it from what happened, never at random. */
export interface JobEvent {
  id: string;
  name: string;
  data: { [key: string]: JsonValue };
}

/** What survives JSON. A bigint would be dropped silently on the way: send decimal strings. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** What the process gives the client when it starts, and what is known of the engine. */
export interface JobWiring {
  log?: Logger | undefined;
  /** The embedded engine's `send`; without it events go to INNGEST_BASE_URL. */
  send?: (events: JobEvent[]) => Promise<{ ids: string[] }>;
  /** Why the engine took no events at the last try; unset once it takes some. */
  refusal?: string | undefined;
  /** Since when this process has sent heartbeats without a pause, on the clock of `performance.now()`. */
  beatingSince?: number;
}

declare global {
  var stipendJobs: JobWiring | undefined;
}

// On globalThis: route code is bundled more than once in a process, and each copy must see the engine.
globalThis.stipendJobs ??= {};
export const jobWiring: JobWiring = globalThis.stipendJobs;

/** Connects the Inngest client of this process to its logger and, when one runs here, to the embedded engine. */
export function connectJobs(wiring: JobWiring): void {
  Object.assign(jobWiring, wiring);
}
