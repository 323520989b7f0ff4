import { setTimeout as sleep } from "node:timers/promises";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import type { Sql } from "@/db/client";
import type { Logger } from "@/lib/adapters/logger/logger";
import { type Engine, type EngineOptions, startEngine } from "@/lib/engine/start-engine";

export const SERVE_URL = "http://app.test/api/inngest";
export const SIGNING_KEY = `signkey-test-${"5b".repeat(32)}`;

/** Drops everything; a test that needs to see a line passes its own. */
export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** An Inngest client in cloud mode, as the product's is, whose own sends go to `send`. */
export function createTestClient(send: () => Engine["send"] = () => refuse): Inngest {
  return new Inngest({
    id: "app",
    isDev: false,
    signingKey: SIGNING_KEY,
    eventKey: "test-event-key",
    checkpointing: false,
    aiMetadata: false,
    sessionPropagation: false,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    fetch: async (_url, init) => {
      const { ids } = await send()(JSON.parse(String(init?.body)));
      return Response.json({ ids, status: 200 });
    },
  });
}

async function refuse(): Promise<never> {
  throw new Error("this test sends no events through the client");
}

/** The app's route: takes a request, answers it, in this process. */
export function serveFunctions(client: Inngest, functions: InngestFunction.Any[]) {
  return serve({ client, functions, enableUnauthedSync: false });
}

/** Starts an engine that calls `functions` in this process, and waits until it knows them. */
export async function startTestEngine(
  db: Sql,
  client: Inngest,
  functions: InngestFunction.Any[],
  options: Partial<EngineOptions> = {},
): Promise<Engine> {
  const call = serveFunctions(client, functions);
  const base = { db, call, serveUrl: SERVE_URL, signingKey: SIGNING_KEY, log: silentLog };
  const engine = startEngine({ ...base, ...options });
  await engine.ready;
  return engine;
}

/** Waits until `isTrue` holds, for what another process or a timer brings about. */
export async function until(isTrue: () => Promise<boolean> | boolean, ms = 20_000): Promise<void> {
  const giveUpAt = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`not so after ${ms} ms: ${isTrue}`);
    await sleep(10);
  }
}

/** A run as it stands in the database. */
export interface StoredRun {
  id: string;
  functionId: string;
  output: unknown;
  error: { name: string; message: string } | null;
  finishedAt: Date | null;
}

/** The runs of a function, oldest first. */
export function findRuns(db: Sql, functionId: string): Promise<StoredRun[]> {
  return db<StoredRun[]>`
    select id, function_id, output, error, finished_at from engine.run
    where function_id = ${functionId} order by created_at, id`;
}

/** Waits until `count` runs of the function have finished, and returns them. */
export async function finishedRuns(db: Sql, functionId: string, count = 1): Promise<StoredRun[]> {
  let runs: StoredRun[] = [];
  await until(async () => {
    runs = (await findRuns(db, functionId)).filter((run) => run.finishedAt !== null);
    return runs.length >= count;
  });
  return runs;
}
