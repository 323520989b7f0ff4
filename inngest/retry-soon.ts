import { RetryAfterError } from "inngest";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";

const SOON_MS = 1_000;

/**
 * Runs the work of a step, and has it repeated within a second or two when the database failed it:
 * the schedule of other failures would leave the work lying long after the database is back.
 */
export async function retrySoon<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseTrouble(error)) throw error;
    throw new RetryAfterError("The database failed", SOON_MS, { cause: error });
  }
}
