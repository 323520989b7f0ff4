import { z } from "zod";
import { type EventPath, readEventPath } from "./event-path";
import { nextCronTime } from "./next-cron-time";

/** A served function as the engine runs it. */
export interface EngineFunction {
  id: string;
  /** Where to call it, with `fnId` set and `stepId` to be replaced. */
  url: string;
  maxAttempts: number;
  /** The names of the events that start it. */
  events: string[];
  crons: string[];
  /** At most `limit` of its calls with the same `key` execute at once. */
  concurrency: { limit: number; key: EventPath | undefined } | undefined;
  singleton: { key: EventPath | undefined } | undefined;
}

/** The functions of the app by id. */
export type EngineFunctions = ReadonlyMap<string, EngineFunction>;

/** The app asks for what only Inngest's own servers do. Running on would hide the difference. */
export class UnsupportedConfiguration extends Error {
  override readonly name = "UnsupportedConfiguration";
}

const limit = z.strictObject({
  limit: z.int().positive(),
  key: z.string().optional(),
  scope: z.literal("fn").optional(),
});

// Strict objects refuse unsupported options by name: throttle, debounce, batchEvents, rateLimit, priority, timeouts,
// idempotency, cancel, conditions of triggers (onFailure is one) and options of later SDK versions.
const configSchema = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(
    z.union([z.strictObject({ event: z.string() }), z.strictObject({ cron: z.string() })]),
  ),
  steps: z.strictObject({
    step: z.strictObject({
      id: z.literal("step"),
      name: z.string(),
      runtime: z.strictObject({ type: z.literal("http"), url: z.url() }),
      // Left out, the SDK's documentation and the server disagree on the number.
      retries: z.strictObject({ attempts: z.int().min(0).max(20) }),
    }),
  }),
  concurrency: z.union([z.int().positive(), limit, z.tuple([limit])]).optional(),
  singleton: z.strictObject({ mode: z.literal("skip"), key: z.string().optional() }).optional(),
});
type Config = z.output<typeof configSchema>;

/**
 * Reads the `functions` of a registration.
 * @throws UnsupportedConfiguration naming the function and the first setting that is not supported
 */
export function readFunctions(configs: unknown): EngineFunctions {
  const list = z.array(z.looseObject({ id: z.string() })).parse(configs);
  return new Map(
    list.map((config) => {
      try {
        return [config.id, compile(configSchema.parse(config))];
      } catch (error) {
        throw new UnsupportedConfiguration(`Function "${config.id}": ${explain(error)}`);
      }
    }),
  );
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

function compile(config: Config): EngineFunction {
  const { runtime, retries } = config.steps.step;
  return {
    id: config.id,
    url: runtime.url,
    maxAttempts: retries.attempts + 1,
    events: config.triggers.flatMap((trigger) =>
      "event" in trigger ? [readEvent(trigger.event)] : [],
    ),
    crons: config.triggers.flatMap((trigger) =>
      "cron" in trigger ? [readCron(trigger.cron)] : [],
    ),
    concurrency: readConcurrency(config.concurrency),
    singleton: config.singleton && { key: readKey(config.singleton.key) },
  };
}

/** Refuses what cannot happen here: wildcards, and Inngest's own events. */
function readEvent(name: string): string {
  if (name.includes("*")) throw new Error(`wildcard event names are not supported: "${name}"`);
  if (name.startsWith("inngest/")) throw new Error(`the event "${name}" is not supported`);
  return name;
}

function readCron(expression: string): string {
  nextCronTime(expression, new Date(0));
  return expression;
}

function readConcurrency(concurrency: Config["concurrency"]): EngineFunction["concurrency"] {
  if (concurrency === undefined) return undefined;
  if (typeof concurrency === "number") return { limit: concurrency, key: undefined };
  const { limit, key } = Array.isArray(concurrency) ? concurrency[0] : concurrency;
  return { limit, key: readKey(key) };
}

function readKey(source: string | undefined): EventPath | undefined {
  return source === undefined ? undefined : readEventPath(source);
}
