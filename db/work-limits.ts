/**
 * What a pool's connections are for. Every wait has an end, and a peer that has stopped inside a
 * transaction loses its locks sooner (`idleInTransactionMs`) than those that wait for them give up
 * (`lockMs`), except for requests, whose clients would not wait so long.
 */
export type WorkKind = "request" | "job" | "engine" | "maintenance" | "probe";

/** The longest that each thing may take. */
export interface WorkLimits {
  /** Waiting for a free connection. */
  acquireMs: number;
  /** Who waits is told of the first connection that fails, and does not wait for another attempt. */
  failsFast?: boolean;
  /** A statement, its locks included (`statement_timeout`). */
  statementMs: number;
  /** Waiting for a lock (`lock_timeout`). */
  lockMs: number;
  /** A transaction in which nothing happens (`idle_in_transaction_session_timeout`). */
  idleInTransactionMs: number;
}

const second = 1_000;

export const workLimits: Record<WorkKind, WorkLimits> = {
  request: {
    acquireMs: 3 * second,
    statementMs: 4 * second,
    lockMs: 3 * second,
    idleInTransactionMs: 5 * second,
  },
  job: {
    acquireMs: 10 * second,
    statementMs: 15 * second,
    lockMs: 10 * second,
    idleInTransactionMs: 5 * second,
  },
  engine: {
    acquireMs: 5 * second,
    statementMs: 10 * second,
    lockMs: 8 * second,
    idleInTransactionMs: 5 * second,
  },
  probe: {
    acquireMs: 2 * second,
    failsFast: true,
    statementMs: 2 * second,
    lockMs: second / 4,
    idleInTransactionMs: 5 * second,
  },
  maintenance: {
    acquireMs: 30 * second,
    statementMs: 600 * second,
    lockMs: 10 * second,
    idleInTransactionMs: 60 * second,
  },
};

/**
 * Connection parameters by which the server keeps these limits, and notices a client whose machine
 * is gone: it would otherwise hold that client's locks for as long as TCP tries, some fifteen minutes. Days are of UTC,
 * and have 24 hours, wherever the server is.
 */
export function sessionSettings(limits: Omit<WorkLimits, "acquireMs" | "failsFast">) {
  return {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10_000,
    TimeZone: "UTC",
  };
}
