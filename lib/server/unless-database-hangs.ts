import type { Sql } from "@/db/client";
import { poolState } from "@/db/pool-state";
import { DatabaseUnavailable } from "@/lib/core/database-trouble";

/** The longest that a request takes while the database does not answer, whatever it waits for then. */
const TIMEOUT_MS = 4_500;
const LOOK_MS = 250;
/** A statement or a connection that is waited for longer than this is the reason. */
const SUSPECT_MS = 1_000;

/**
 * The result of `work`, which several statements may hold up one after the other.
 * @throws DatabaseUnavailable when it takes too long and the database is why; what the work may still
 * do is as unknown as after any answer that was lost
 */
export async function unlessDatabaseHangs<Result>(db: Sql, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<never>((_resolve, reject) => {
    const look = () => {
      if (isHanging(db)) reject(new DatabaseUnavailable(`No answer within ${TIMEOUT_MS} ms`));
      else timer = setTimeout(look, LOOK_MS);
    };
    timer = setTimeout(look, TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, hanging]);
  } finally {
    clearTimeout(timer);
  }
}

function isHanging(db: Sql): boolean {
  const { awaySince, oldestWaitMs, oldestAnswerMs } = poolState(db);
  return awaySince !== null || Math.max(oldestWaitMs, oldestAnswerMs) > SUSPECT_MS;
}
