import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Sql } from "@/db/client";
import { buildServerBundle } from "@/scripts/build-server-bundle";
import { buildCli } from "@/scripts/cli/build-cli";
import { projectRoot } from "@/scripts/contracts/sources";
import { appSettings } from "@/scripts/demo/app-settings";
import { openDemoSecrets } from "@/scripts/demo/demo-secrets";
import { deploymentsFolder, prepareChain } from "@/scripts/demo/prepare-chain";
import { prepareDatabase } from "@/scripts/demo/prepare-database";
import { startLocalChain } from "@/scripts/services/chain";
import { choosePort } from "@/scripts/services/choose-port";
import { startPostgres } from "@/scripts/services/postgres";
import { childEnd, stopOnExit } from "@/scripts/services/stop-on-exit";

const START_MS = 120_000;

/** A merchant, a server that is started again and again, and the built command line. */
export interface ListenStage {
  readonly db: Sql;
  readonly merchantId: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly cli: string;
  /** The command line's state. */
  readonly stateDir: string;
  startServer(): Promise<ServerRun>;
  close(): Promise<void>;
}

/** A server that runs. */
export interface ServerRun {
  /** Resolves when it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Builds server and command line, and prepares database, chain and merchant as the demo does. */
export async function openListenStage(): Promise<ListenStage> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-drill-"));
  const program = join(projectRoot, "dist", `server-drill-${process.pid}.js`);
  const cli = join(folder, "stipend.js");
  await buildServerBundle(program, join(projectRoot, "testing/servers/open-pages.ts"));
  await buildCli(cli);
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), fsync: false });
  const chain = await startLocalChain({ folder: join(folder, "chain"), port: 0 });
  const secrets = openDemoSecrets(join(folder, "env"));
  await prepareChain(chain, folder, secrets, () => {});
  const port = await choosePort(0, "the server");
  const places = {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    databaseUrl: postgres.url,
    rpcUrl: chain.rpcUrl,
    deploymentsFolder: deploymentsFolder(folder),
  };
  const settings = {
    ...appSettings(places, secrets.app, undefined),
    LOG_LEVEL: "silent",
    SHUTDOWN_DELAY_MS: "0",
  };
  await prepareDatabase(settings, chain, secrets);
  const db = createDb(postgres.url, { max: 8, work: "maintenance" });
  return {
    db,
    merchantId: secrets.demo.DEMO_MERCHANT_ID,
    key: secrets.demo.DEMO_SECRET_KEY_TEST,
    baseUrl: places.baseUrl,
    cli,
    stateDir: join(folder, "state"),
    startServer: () => startServer(program, settings, places.baseUrl),
    close: async () => {
      await db.end();
      await chain.stop();
      await postgres.stop();
      for (const path of [folder, program, `${program}.map`]) {
        rmSync(path, { recursive: true, force: true });
      }
    },
  };
}

async function startServer(
  program: string,
  env: Record<string, string>,
  baseUrl: string,
): Promise<ServerRun> {
  const child: ChildProcess = spawn(process.execPath, [program], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, TZ: "UTC", NODE_ENV: "production", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  stopOnExit(child, "SIGKILL");
  const ended = childEnd(child);
  for (const giveUpAt = performance.now() + START_MS; ; await sleep(50)) {
    if ((await fetch(`${baseUrl}/health`).catch(() => undefined))?.ok) break;
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      throw new Error("The server does not answer");
    }
  }
  return {
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
