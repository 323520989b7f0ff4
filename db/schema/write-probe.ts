import { pgTable, text } from "drizzle-orm/pg-core";

/** What `/ready` writes to see whether the database takes writes. The table is unlogged, and emptied each time. */
export const writeProbe = pgTable("write_probe", { page: text().notNull() });
