import { rmSync } from "node:fs";
import { join } from "node:path";
import { removeLocalChain } from "@/scripts/run/services/chain";
import { removePostgres } from "@/scripts/run/services/remove-postgres";
import { stopLeftOverServer } from "./app-server";
import { kept } from "./kept";

/**
 * Deletes what a demo has kept in `dataDir`, and nothing else there. Servers that a killed demo left
 * are stopped first.
 * @throws Error when a demo runs on that folder
 */
export async function resetData(dataDir: string): Promise<void> {
  await stopLeftOverServer(dataDir);
  await removeLocalChain(join(dataDir, kept.chain));
  await removePostgres(join(dataDir, kept.postgres));
  for (const name of Object.values(kept)) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
