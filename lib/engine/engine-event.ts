import { randomUUID } from "node:crypto";
import { z } from "zod";

/** An event as it is sent; the id removes duplicates, for each function on its own. */
export const sentEvent = z.object({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
  ts: z.int().positive().optional(),
  v: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type SentEvent = z.input<typeof sentEvent>;

/** An event as functions receive it. */
export interface EngineEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  /** Milliseconds since 1970. */
  ts: number;
  v?: string;
  meta?: Record<string, unknown>;
}

/** Gives an event its id and time, where it has none. */
export function createEvent({ id, ts, data, ...rest }: SentEvent): EngineEvent {
  return { ...rest, id: id ?? randomUUID(), ts: ts ?? Date.now(), data: data ?? {} };
}
