import type { Sql } from "./sql";

/** How a pool is doing. Reading it touches no connection. */
export interface PoolState {
  /** Connections that it may have, those that are open, and those at work. */
  max: number;
  open: number;
  inUse: number;
  /** Statements and transactions that wait for a connection, and how long the first has waited. */
  waiting: number;
  oldestWaitMs: number;
  /** How long the server has let the statement wait that waits the longest for its answer. */
  oldestAnswerMs: number;
  /** How long the server has answered nothing at all, on any connection, although something waits for it. */
  silentMs: number;
  /** Since when no connection could be made while none was open; null while the database answers. */
  awaySince: Date | null;
  /** The last connection that failed or was lost. */
  lastError: { at: Date; message: string } | null;
}

/**
 * Symbol under which a pool keeps its state reader; a wrapper of the pool must pass it on. Registered, because a
 * process may hold several copies of this module, and one's pools are read by another.
 */
export const poolStateReader = Symbol.for("stipend.poolState");

/**
 * How the pool that `createDb` made is doing, at once and without the database: for probes and metrics.
 * It is exhausted when `inUse` is `max` and something waits; the database is away while `awaySince` is
 * set, and does not answer while `silentMs` grows; a single statement may wait for a lock (`oldestAnswerMs`).
 * @throws TypeError for anything but a pool
 */
export function poolState(sql: Sql): PoolState {
  const read: unknown = Reflect.get(sql, poolStateReader);
  if (typeof read !== "function") throw new TypeError("Not a pool that createDb made");
  return read() as PoolState;
}
