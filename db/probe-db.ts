import { createDb, type Sql } from "./client";

/** Connections of their own for `/ready` and `/metrics`: they answer also while the pool is exhausted. */
export interface ProbeDb {
  readonly sql: Sql;
  end(): Promise<void>;
}

/** Half of them are for transactions, of which there are none. */
const CONNECTIONS = 4;

/** Opens the probes' connections, when they are first used. */
export function openProbeDb(url: string): ProbeDb {
  const sql = createDb(url, {
    max: CONNECTIONS,
    applicationName: "stipend-probe",
    work: "probe",
  });
  return { sql, end: () => sql.end({ timeout: 1 }) };
}
