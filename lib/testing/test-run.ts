import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removePostgres } from "@/scripts/services/remove-postgres";

const PREFIX = "stipend-test-";

/** Makes this run's own temporary folder and returns its path; the user that Postgres runs as may enter it. */
export function createRunFolder(): string {
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes what runs that were killed have left behind, with the servers that still stand on it. */
export async function removeDeadRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(name.slice(PREFIX.length));
    if (name.startsWith(PREFIX) && pid > 0 && !isAlive(pid))
      await removeRunFolder(join(tmpdir(), name));
  }
}

export async function removeRunFolder(folder: string): Promise<void> {
  await removePostgres(postgresFolder(folder));
  rmSync(folder, { recursive: true, force: true });
}

export const postgresFolder = (runFolder: string): string => join(runFolder, "postgres");

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
