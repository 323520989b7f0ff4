import type { Sql } from "@/db/client";
import { poolState } from "@/db/pool-state";
import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";

/** The longest that a request takes while the database does not answer. */
const TIMEOUT_MS = 4_500;
const LOOK_MS = 250;
/**
 * A server that has answered no statement for this long hangs: it is asked every half second while a statement waits.
 */
const SILENT_MS = 1_500;

/**
 * The result of `work`, which several statements may hold up one after the other. A statement that waits for a lock, its
 * own or another request's, ends by its own limit.
 * @throws DatabaseUnavailable when it takes too long and the database answers nothing; what the work may still do is
 *   as unknown as after any answer that was lost
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
  const { awaySince, silentMs } = poolState(db);
  return awaySince !== null || silentMs > SILENT_MS;
}
