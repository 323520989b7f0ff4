/** No statement can be run now, or it is unknown what became of one: the server does not answer. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";
}

/** The driver's words for a connection that failed, and the system's. */
const connectionCodes = new Set([
  "DATABASE_UNAVAILABLE",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * SQLSTATEs of a server that cannot serve now: connection exceptions, out of resources, shutting
 * down, starting or read-only; and of a wait that it ended: a statement, a lock, an idle transaction.
 */
const passingState = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006|40P01)$/;

/** Whether the database failed for now, so that the same may succeed a little later. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && (connectionCodes.has(code) || passingState.test(code));
}
