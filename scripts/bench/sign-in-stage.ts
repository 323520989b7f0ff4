import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDb, type Sql } from "@/db/client";
import { buildServerBundle } from "@/scripts/build-server-bundle";
import { projectRoot } from "@/scripts/contracts/sources";
import { startAppServer } from "@/scripts/demo/app-server";
import { appSettings } from "@/scripts/demo/app-settings";
import { openDemoSecrets } from "@/scripts/demo/demo-secrets";
import { deploymentsFolder, prepareChain } from "@/scripts/demo/prepare-chain";
import { prepareDatabase } from "@/scripts/demo/prepare-database";
import { startLocalChain } from "@/scripts/services/chain";
import { choosePort } from "@/scripts/services/choose-port";
import { startPostgres } from "@/scripts/services/postgres";

/** The demo's server without its pages, which signing in does without, and what its owner signs in with. */
export interface SignInStage {
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly db: Sql;
  stop(): Promise<void>;
}

const quiet = () => {};
const SETTLE_BLOCKS = 4;

export async function openSignInStage(): Promise<SignInStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const secrets = openDemoSecrets(join(dataDir, "env"));
  const postgres = await startPostgres({ dataDir: join(dataDir, "postgres"), port: 0, log: quiet });
  const chain = await startLocalChain({
    ...{ folder: join(dataDir, "chain"), port: 0, log: quiet },
    settleBlocks: SETTLE_BLOCKS,
  });
  await prepareChain(chain, dataDir, secrets, quiet);
  const port = await choosePort(0, "the server");
  const baseUrl = `http://127.0.0.1:${port}`;
  const places = { databaseUrl: postgres.url, rpcUrl: chain.rpcUrl };
  const folders = { deploymentsFolder: deploymentsFolder(dataDir) };
  const settings = {
    ...appSettings({ baseUrl, port, ...places, ...folders }, secrets.app, undefined),
    ...{ RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" },
  };
  const { signIn } = await prepareDatabase(settings, chain, secrets);
  if (!signIn) throw new Error("the demo's owner signs in here");
  const program = join(projectRoot, "dist", `server-of-bench-${process.pid}.js`);
  await buildServerBundle(program, join(projectRoot, "testing/servers/open-pages.ts"));
  const server = startAppServer(dataDir, [program], { ...settings, NODE_ENV: "production" });
  await server.ready(baseUrl, quiet);
  const db = createDb(postgres.url, { max: 2, work: "maintenance" });
  const stop = async () => {
    await db.end();
    await server.stop();
    await chain.stop();
    await postgres.stop();
    for (const made of [dataDir, program, `${program}.map`]) {
      rmSync(made, { recursive: true, force: true });
    }
  };
  return { baseUrl, settings, signIn, db, stop };
}
