import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Sql } from "@/db/client";
import { buildServerBundle } from "@/scripts/build/build-server-bundle";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { appSettings } from "@/scripts/run/demo/app-settings";
import { type DemoSecrets, openDemoSecrets } from "@/scripts/run/demo/demo-secrets";
import { deploymentsFolder, prepareChain } from "@/scripts/run/demo/prepare-chain";
import { prepareDatabase } from "@/scripts/run/demo/prepare-database";
import { startLocalChain } from "@/scripts/run/services/chain";
import { choosePort } from "@/scripts/run/services/choose-port";
import { startPostgres } from "@/scripts/run/services/postgres";
import { childEnd, stopOnExit } from "@/scripts/run/services/stop-on-exit";

const START_MS = 120_000;

/** The environment of a server. */
export type Settings = Readonly<Record<string, string>>;

/** A database, a chain and the demo's merchant, and the server's program, which is built as `npm run build` does. */
export interface DrillStage {
  readonly db: Sql;
  readonly secrets: DemoSecrets;
  readonly settings: Settings;
  readonly baseUrl: string;
  /** Where further files may be; it is removed at the end. */
  readonly folder: string;
  /**
   * Starts a server on the port in `settings`, and resolves when it answers.
   * @throws Error it has ended, with the end of what it printed
   */
  startServer(settings: Settings): Promise<ServerRun>;
  close(): Promise<void>;
}

/** A server that runs. */
export interface ServerRun {
  readonly pid: number;
  /** Resolves when it has ended. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Builds the server and prepares database, chain and merchant as the demo does. */
export async function openDrillStage(): Promise<DrillStage> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-drill-"));
  const program = join(projectRoot, "dist", `server-drill-${process.pid}.js`);
  await buildServerBundle(program, join(projectRoot, "testing/servers/open-pages.ts"));
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
    secrets,
    settings,
    baseUrl: places.baseUrl,
    folder,
    startServer: (given) => startServer(program, given),
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

async function startServer(program: string, settings: Settings): Promise<ServerRun> {
  const child: ChildProcess = spawn(process.execPath, [program], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, TZ: "UTC", NODE_ENV: "production", ...settings },
    stdio: ["ignore", "inherit", "pipe"],
  });
  stopOnExit(child, "SIGKILL");
  const ended = childEnd(child);
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4_000);
  });
  for (const giveUpAt = performance.now() + START_MS; ; await sleep(50)) {
    const url = `http://127.0.0.1:${settings.PORT}/health`;
    if ((await fetch(url).catch(() => undefined))?.ok) break;
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill("SIGKILL");
      throw new Error(`The server does not answer:\n${output}`);
    }
  }
  if (child.pid === undefined) throw new Error("a server that answers has a process");
  return {
    pid: child.pid,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** A request to whichever server is there. */
export interface PairCall {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface PairReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Two servers behind what a load balancer does: calls go to them in turn, and to none that is being restarted. */
export interface ServerPair {
  call(call: PairCall): Promise<PairReply>;
  /** Restarts both with other settings, one by one, with time for calls while their settings differ. */
  restart(settings: Settings): Promise<void>;
  end(): Promise<void>;
}

interface Place {
  readonly port: number;
  run: ServerRun;
  isOpen: boolean;
  underWay: number;
}

/** For so long both run with different settings, and then with the same. */
const MIXED_MS = 3_000;

/** Starts both servers. */
export async function startPair(stage: DrillStage, settings: Settings): Promise<ServerPair> {
  const places: Place[] = [];
  for (const port of [Number(settings.PORT), await choosePort(0, "the second server")]) {
    const run = await stage.startServer({ ...settings, PORT: String(port) });
    places.push({ port, run, isOpen: true, underWay: 0 });
  }
  let turn = 0;
  const next = (): Place => {
    const open = places.filter(({ isOpen }) => isOpen);
    turn += 1;
    const place = open[turn % open.length];
    if (!place) throw new Error("no server is open");
    return place;
  };
  return {
    call: async (call) => {
      const place = next();
      place.underWay += 1;
      try {
        return await send(place.port, call);
      } finally {
        place.underWay -= 1;
      }
    },
    restart: async (changed) => {
      for (const place of places) {
        place.isOpen = false;
        while (place.underWay > 0) await sleep(10);
        await place.run.end("SIGTERM");
        place.run = await stage.startServer({ ...changed, PORT: String(place.port) });
        place.isOpen = true;
        await sleep(MIXED_MS);
      }
    },
    end: async () => {
      await Promise.all(places.map(({ run }) => run.end("SIGTERM")));
    },
  };
}

async function send(
  port: number,
  { method = "GET", path, headers, body }: PairCall,
): Promise<PairReply> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(method === "POST" ? { "content-type": "application/json" } : {}) },
    ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}
