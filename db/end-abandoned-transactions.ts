import type { Sql } from "./client";

interface Log {
  warn(fields: Record<string, unknown>, message: string): void;
}

const LOOK_MS = 2_000;
const ABANDONED_SECONDS = 5;

/**
 * Ends transactions whose client has stopped between the two halves of a statement: its parameters'
 * types were asked for, and their values never came. The server counts such a session as active, and
 * waits for ever: neither `idle_in_transaction_session_timeout` nor `statement_timeout` applies.
 * Sessions of other users, databases and programs are left alone.
 * @returns how many were ended
 */
export async function endAbandonedTransactions(db: Sql): Promise<number> {
  const { count } = await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name like 'stipend%' and pid <> pg_backend_pid()
      and state = 'active' and xact_start is not null
      and wait_event_type = 'Client' and wait_event = 'ClientRead'
      and state_change < now() - ${ABANDONED_SECONDS} * interval '1 second'`;
  return count;
}

/** Does so every two seconds, as every process does for the others. Returns how to stop. */
export function watchAbandonedTransactions(db: Sql, log: Log): () => void {
  const timer = setInterval(() => {
    endAbandonedTransactions(db).then(
      (count) => {
        if (count > 0) log.warn({ count }, "transactions of a process that has stopped were ended");
      },
      // Ignore errors: the next real query reports the outage.
      () => {},
    );
  }, LOOK_MS);
  return () => clearInterval(timer);
}
