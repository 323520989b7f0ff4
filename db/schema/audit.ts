import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { auditActors } from "@/lib/core/operations/audit-actors";
import { oneOf } from "./checks";
import { createdAt, mode } from "./columns";

/**
 * Who changed which setting, or changed what by hand, and why. Written in the transaction of the change; a
 * trigger refuses to change or delete a row. Never pruned: there is a row per change of a setting.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: text().primaryKey(),
    actorKind: text().$type<(typeof auditActors)[number]>().notNull(),
    /** The person, key, user or job: `ak_…` of a key, `usr_…` of a session, or `idu_…` where it is about the account, `adm_…` of an admin user. */
    actorName: text().notNull(),
    /** `subject.verb`, such as `chain.rebuild`. */
    action: text().notNull(),
    /** Whose setting it was, and in which mode; null where it was no merchant's. */
    merchantId: text(),
    mode: mode(),
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
    index("audit_log_actor_name").on(table.actorName, table.createdAt, table.id).concurrently(),
    index("audit_log_action").on(table.action, table.createdAt, table.id).concurrently(),
    index("audit_log_merchant")
      .on(table.merchantId, table.createdAt, table.id)
      .where(sql`${table.merchantId} is not null`)
      .concurrently(),
    oneOf("audit_log_actor", table.actorKind, auditActors),
  ],
);
