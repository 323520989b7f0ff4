import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/scripts/services/postgres";
import { createRunFolder, postgresFolder, removeDeadRuns, removeRunFolder } from "./test-run";

const TEMPLATE = "stipend_template";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the run's Postgres; the path names the migrated template database. */
    templateUrl: string;
    /** The run's temporary folder, deleted at its end. */
    runFolder: string;
  }
}

/** Starts one Postgres for the whole run and migrates the template that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeDeadRuns();
  const folder = createRunFolder();
  const server = await startPostgres({ dataDir: postgresFolder(folder), fsync: false });
  const client = postgres(server.url, { max: 1 });
  await client`create database ${client(TEMPLATE)}`;
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href);
  project.provide("runFolder", folder);
  project.provide("templateUrl", template.href);
  return async () => {
    await server.stop();
    await removeRunFolder(folder);
  };
}
