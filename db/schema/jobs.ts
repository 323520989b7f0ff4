import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** When each job last finished, in whichever process: one row per job. */
export const jobRuns = pgTable("job_runs", {
  job: text().primaryKey(),
  finishedAt: instant().notNull().defaultNow(),
});
