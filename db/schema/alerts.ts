import { pgTable, text } from "drizzle-orm/pg-core";
import {
  type AlertKind,
  type AlertNotice,
  alertKinds,
  alertNotices,
} from "@/lib/core/operations/alert-kinds";
import { oneOf } from "./checks";
import { instant } from "./columns";

/**
 * What operators are told of: at most one row per kind, which is never removed. By the machine's time: an outage is no
 * business of a simulated clock.
 */
export const alerts = pgTable(
  "alerts",
  {
    kind: text().$type<AlertKind>().primaryKey(),
    /** What a check said of it when it was last found. */
    detail: text().notNull(),
    raisedAt: instant().notNull(),
    /** When a process last found it. */
    seenAt: instant().notNull(),
    /** Null while it is open. */
    clearedAt: instant(),
    /** The last notice of it, and its id, by which receivers know a repetition. */
    notice: text().$type<AlertNotice>().notNull(),
    noticeId: text().notNull(),
    noticedAt: instant().notNull(),
    /** When the webhook took the notice; null while it has not. */
    sentAt: instant(),
    /** When a process may try, or try again. */
    nextAttemptAt: instant().notNull(),
  },
  (table) => [
    oneOf("alerts_kind", table.kind, alertKinds),
    oneOf("alerts_notice", table.notice, alertNotices),
  ],
);
