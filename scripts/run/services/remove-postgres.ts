import { existsSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isLeftOver, readIfThere, stopLeftOver } from "./left-over";
import { OPEN_FOLDER } from "./postgres-cluster";

const ownerFile = (path: string): string => `${path}.owner`;

/** Notes that this process started the server on `path`. */
export function recordPostgresOwner(path: string): void {
  writeFileSync(ownerFile(path), String(process.pid));
}

/**
 * Stops the Postgres server that still runs on the cluster at `path` after its parent was killed.
 * @throws Error when the process that started it is alive, so that the data folder is in use
 */
export async function stopLeftOverPostgres(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const folder = realpathSync(path);
  const pid = Number(readPostmasterFile(folder)[0]);
  const ownerPid = Number(readIfThere(ownerFile(path)));
  const server = { name: "Postgres", pid, ownerPid, folder };
  if (isLeftOver(server)) await stopLeftOver(server, ["SIGINT", "SIGQUIT"]);
}

/** The lines of `postmaster.pid`: the process id is the first, `ready` once it accepts connections the eighth. */
export function readPostmasterFile(dataDir: string): string[] {
  const lines = readIfThere(join(dataDir, "postmaster.pid")).split("\n");
  return lines.map((line) => line.trim());
}

/**
 * Deletes the embedded cluster at `dataDir` with its password and log, wherever its files are.
 * A server that a killed process left on it is stopped first.
 * @throws Error when a living process uses it
 */
export async function removePostgres(dataDir: string): Promise<void> {
  const path = resolve(dataDir);
  await stopLeftOverPostgres(path);
  if (existsSync(path)) {
    const files = realpathSync(path);
    rmSync(files, { recursive: true });
    if (files.startsWith(`${OPEN_FOLDER}/`)) rmSync(dirname(files), { recursive: true });
  }
  for (const suffix of ["", ".new", ".password", ".owner", ".log"]) {
    rmSync(`${path}${suffix}`, { recursive: true, force: true });
  }
}
