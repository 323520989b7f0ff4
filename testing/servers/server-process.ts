import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { buildServerBundle } from "@/scripts/build/build-server-bundle";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { choosePort } from "@/scripts/run/services/choose-port";
import { childEnd, isRunning, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import type { World } from "@/testing/world";

const START_MS = 120_000;
const LAST_WORDS = 4_000;

/** The server's program, for as long as a test file runs. */
export interface ServerProgram {
  /** Starts a server on a port of its own. Resolves when it answers. */
  start(env: Record<string, string>): Promise<ServerProcess>;
  /** Kills what still runs. */
  remove(): Promise<void>;
}

/** A whole server but for the pages: the API, the relay, the indexer and the engine. */
export interface ServerProcess {
  baseUrl: string;
  pid: number;
  /** The end of what it has printed. */
  output(): string;
  send(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Bundles `server.ts` as the build does. */
export async function openServerProgram(): Promise<ServerProgram> {
  const file = join(projectRoot, "dist", `server-without-pages-${randomUUID()}.js`);
  await buildServerBundle(file, join(projectRoot, "testing/servers/open-pages.ts"));
  const children: ChildProcess[] = [];
  return {
    start: async (env) => {
      const port = await choosePort(0, "the server");
      const { child, server } = startProcess(file, port, env);
      children.push(child);
      await untilItAnswers(child, server);
      return server;
    },
    remove: async () => {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(childEnd));
      rmSync(file, { force: true });
      rmSync(`${file}.map`, { force: true });
    },
  };
}

function startProcess(file: string, port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, [file], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, TZ: "UTC", NODE_ENV: "production", ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stopOnExit(child, "SIGKILL");
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-LAST_WORDS);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const server: ServerProcess = {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    send: (signal) => void child.kill(signal),
    ended: childEnd(child).then(() => child.exitCode),
  };
  return { child, server };
}

async function untilItAnswers(child: ChildProcess, server: ServerProcess): Promise<void> {
  const giveUpAt = performance.now() + START_MS;
  while (performance.now() < giveUpAt) {
    if (!isRunning(child)) throw new Error(`The server ended:\n${server.output()}`);
    const answer = await fetch(`${server.baseUrl}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The server does not answer:\n${server.output()}`);
}

/** The environment of servers on a world's database and chain. */
export function serverEnv({ config, chain, database }: World): Record<string, string> {
  const deployment = (mode: "test" | "live") => {
    const path = join(inject("runFolder"), `${mode}-${randomUUID()}.json`);
    writeFileSync(path, JSON.stringify(chain.deployments[mode]));
    return path;
  };
  return {
    APP_URL: config.APP_URL,
    HOST: "127.0.0.1",
    DATABASE_URL: database.url,
    LOG_LEVEL: "info",
    STIPEND_SECRET_KEY: config.STIPEND_SECRET_KEY,
    API_KEY_PEPPER: config.API_KEY_PEPPER,
    TEST_DEPLOYMENT: deployment("test"),
    LIVE_DEPLOYMENT: deployment("live"),
    TEST_RPC_URLS: chain.rpcUrl,
    LIVE_RPC_URLS: chain.rpcUrl,
    TEST_FINALITY_DEPTH: "2",
    LIVE_FINALITY_DEPTH: "2",
    RELAYER_PRIVATE_KEYS: config.RELAYER_PRIVATE_KEYS.join(","),
    INNGEST_SIGNING_KEY: config.INNGEST_SIGNING_KEY,
    INNGEST_EVENT_KEY: config.INNGEST_EVENT_KEY,
    WEBHOOK_ALLOW_PRIVATE: "1",
    RATE_LIMIT_SCALE: "1000",
  };
}
