import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "./checks";
import { createdAt } from "./columns";

export const auditActors = ["operator", "admin", "system"] as const;

/**
 * Who changed what by hand, and why. Written in the transaction of the change; a trigger refuses to
 * change or delete a row. Never pruned: there is a row per action of a person.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: text().primaryKey(),
    actorKind: text().$type<(typeof auditActors)[number]>().notNull(),
    /** The person or the job, as far as it is known. */
    actorName: text().notNull(),
    /** `subject.verb`, such as `chain.rebuild`. */
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** What of the subject the action changed: null where there was nothing before, or is nothing after. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    /** `req_…`: the lines of the log that belong to the action have it, too. */
    requestId: text().notNull(),
    /** The command line, without secrets; null where the action was none. */
    command: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index("audit_log_time").on(table.createdAt, table.id),
    index("audit_log_subject").on(table.subjectType, table.subjectId, table.createdAt, table.id),
    oneOf("audit_log_actor", table.actorKind, auditActors),
  ],
);
