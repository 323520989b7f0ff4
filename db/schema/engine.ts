import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgSchema,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { oneOf } from "./checks";
import { instant } from "./columns";

/** The embedded job engine's own tables. Payloads are `json`: `jsonb` refuses the character \u0000. */
export const engineSchema = pgSchema("engine");

const waitKinds = ["sleep", "invoke"] as const;

/** A job's `stepId` when it calls a function to find its next steps, as the protocol spells it. */
const DISCOVERY = "step";

/** Something that happened; the id removes duplicates. */
export const engineEvents = engineSchema.table(
  "event",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The event as functions receive it. */
    payload: json().notNull(),
    receivedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.receivedAt)],
);

/** One execution of a function for an event, unfinished while `finishedAt` is null. */
export const engineRuns = engineSchema.table(
  "run",
  {
    id: text().primaryKey(),
    functionId: text().notNull(),
    eventId: text()
      .notNull()
      .references(() => engineEvents.id),
    /** Which calls count towards the function's concurrency limit together. */
    limitKey: text().notNull().default(""),
    /** While one run with this key is unfinished, the function starts no other. */
    singletonKey: text(),
    /** The run has had parallel steps: from then on steps are planned first and called one by one. */
    isParallel: boolean().notNull().default(false),
    /** The step of another run that invoked this one and waits for its output. */
    parentRunId: text(),
    parentStepId: text(),
    output: json(),
    error: json(),
    createdAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (table) => [
    unique("run_event_once").on(table.functionId, table.eventId),
    uniqueIndex("run_singleton")
      .on(table.functionId, table.singletonKey)
      .where(sql`${table.finishedAt} is null and ${table.singletonKey} is not null`),
    index().on(table.eventId),
    index().on(table.finishedAt),
  ],
);

/** A finished step of a run: its result, or the error that ended its last attempt. */
export const engineSteps = engineSchema.table(
  "step",
  {
    runId: text()
      .notNull()
      .references(() => engineRuns.id, { onDelete: "cascade" }),
    /** SHA-1 of the step's name, as the SDK sends it. */
    id: text().notNull(),
    /** The order in which the run's steps finished. */
    position: bigint({ mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
    data: json(),
    error: json(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.id] })],
);

/** A call to make. Leased while `leaseOwner` is set and `runAt`, then the end of the lease, is ahead. */
export const engineJobs = engineSchema.table(
  "job",
  {
    id: uuid().primaryKey().defaultRandom(),
    runId: text()
      .notNull()
      .references(() => engineRuns.id, { onDelete: "cascade" }),
    functionId: text().notNull(),
    limitKey: text().notNull().default(""),
    /** The planned step to execute, or DISCOVERY. */
    stepId: text().notNull().default(DISCOVERY),
    /** Failed attempts so far. */
    attempt: integer().notNull().default(0),
    /** Claims since the last answer. */
    claims: integer().notNull().default(0),
    runAt: instant().notNull().defaultNow(),
    leaseOwner: uuid(),
  },
  (table) => [
    unique("job_once").on(table.runId, table.stepId),
    index("job_due").on(table.runAt),
    index("job_leased")
      .on(table.functionId, table.limitKey)
      .where(sql`${table.leaseOwner} is not null`),
  ],
);

/** A step that waits for something outside the run; resolved once `dueAt` has come. */
export const engineWaits = engineSchema.table(
  "wait",
  {
    runId: text()
      .notNull()
      .references(() => engineRuns.id, { onDelete: "cascade" }),
    stepId: text().notNull(),
    kind: text().$type<(typeof waitKinds)[number]>().notNull(),
    /** When the sleep or the timeout ends, or now once there is a result. */
    dueAt: instant().notNull(),
    /** `{ data }` or `{ error }`, set by what the step waits for. */
    result: json(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.stepId] }),
    index("wait_due").on(table.dueAt),
    oneOf("wait_kind", table.kind, waitKinds),
  ],
);

/** When each schedule fires next; every engine on the database shares the row. */
export const engineCrons = engineSchema.table(
  "cron",
  { functionId: text().notNull(), expression: text().notNull(), nextAt: instant().notNull() },
  (table) => [primaryKey({ columns: [table.functionId, table.expression] })],
);
