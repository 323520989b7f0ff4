import { sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** How far the deletion of old rows has come, per kind. */
export const retentionTasks = pgTable("retention_tasks", {
  name: text().primaryKey(),
  /** The last row that was looked at, where rows that stay would be met again. */
  positionAt: instant(),
  positionId: text(),
  /** When it last came to the end: nothing that was old enough was left. */
  finishedAt: instant(),
  /** Rows in all. */
  removed: bigint({ mode: "bigint" }).notNull().default(sql`0`),
});
