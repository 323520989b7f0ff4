import { join } from "node:path";
import { WORKER_APPLICATION } from "@/chaos/worker/work-order";
import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { startPostgres } from "@/scripts/run/services/postgres";
import { removePostgres } from "@/scripts/run/services/remove-postgres";

/** A database server that can be hurt. */
export interface DatabaseRig {
  url: string;
  /** The checker's own connection. */
  db: Sql;
  /** Ends the server as a crash of it would, and starts it again at the same place; nothing once it is stopped. */
  crash(): Promise<void>;
  /** Ends some of the workers' connections in the middle of what they do. */
  cutConnections(choose: (pid: number) => boolean): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a migrated Postgres that keeps every commit through crashes of its processes: commits are
 * handed to the system before they are answered, which does not crash here.
 * @param statements change the schema after its migrations
 */
export async function startDatabaseRig(
  folder: string,
  statements: readonly string[],
): Promise<DatabaseRig> {
  const dataDir = join(folder, "postgres");
  let server = await startPostgres({ dataDir, fsync: false });
  const { url, port } = server;
  await migrate(url, join(projectRoot, "db/migrations"));
  const db = createDb(url, { max: 6, applicationName: "stipend-checker", work: "maintenance" });
  for (const statement of statements) await db.unsafe(statement);
  await db.unsafe(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = on`);
  let restarting: Promise<void> = Promise.resolve();
  let isStopped = false;
  const crash = async () => {
    process.kill(server.pid, "SIGQUIT");
    await server.ended;
    server = await startPostgres({ dataDir, port, fsync: false });
  };
  return {
    url,
    db,
    crash: () => {
      if (!isStopped) restarting = crash();
      return restarting;
    },
    cutConnections: async (choose) => {
      const open = await db<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = ${WORKER_APPLICATION}`;
      const cut = open.filter(({ pid }) => choose(pid));
      for (const { pid } of cut) await db`select pg_terminate_backend(${pid})`;
      return cut.length;
    },
    stop: async () => {
      isStopped = true;
      await restarting;
      await db.end({ timeout: 5 });
      await server.stop();
      await removePostgres(dataDir);
    },
  };
}
