import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/scripts/run/services/postgres";
import { postgresFolder } from "./test-run";

const TEMPLATE = "stipend_template";

/** A Postgres with a migrated database that every test file copies. */
export interface Template {
  /** The path names the template database. */
  url: string;
  stop(): Promise<void>;
}

/** Starts Postgres on the run's folder and migrates the template. */
export async function startTemplate(runFolder: string): Promise<Template> {
  const server = await startPostgres({ dataDir: postgresFolder(runFolder), fsync: false });
  const client = postgres(server.url, { max: 1 });
  await client`create database ${client(TEMPLATE)}`;
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  return { url: template.href, stop: () => server.stop() };
}
