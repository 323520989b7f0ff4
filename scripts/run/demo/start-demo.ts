import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Sql } from "@/db/client";
import { type LocalChain, startLocalChain } from "@/scripts/run/services/chain";
import { choosePort } from "@/scripts/run/services/choose-port";
import { startPostgres } from "@/scripts/run/services/postgres";
import { type AppServer, startAppServer, stopLeftOverServer } from "./app-server";
import { appSettings, developmentCommand } from "./app-settings";
import { buildApp } from "./build-app";
import { type DemoInfo, describeDemo, writeDemoInfo } from "./demo-info";
import { type DemoOptions, dataFolder, defaults, portSettings } from "./demo-options";
import { type DemoSecrets, openDemoSecrets } from "./demo-secrets";
import { endpointSecrets, registerInbox } from "./demo-webhooks";
import { makeHistory, pastStart } from "./history/make-history";
import { kept } from "./kept";
import { deploymentsFolder, prepareChain } from "./prepare-chain";
import { ADMIN_EMAIL, prepareDatabase } from "./prepare-database";
import { type Note, type Progress, silence } from "./progress";
import { resetData } from "./reset-data";
import { createTeardown, type Teardown } from "./teardown";
import { startWebhookSink } from "./webhook-sink";

/** Blocks past the last transaction that the chain always adds. */
const SETTLE_BLOCKS = 4;
const FINALITY_MARGIN = 2;
const GIVE_UP_MS = 5_000;
const RETRY_MS = 100;

/** A running demo. */
export interface Demo {
  info: DemoInfo;
  databaseUrl: string;
  /** The app's environment, for a second process beside it. */
  settings: Readonly<Record<string, string>>;
  chain: Pick<LocalChain, "pause">;
  /** Settles with its name when a part has ended, asked to or not. */
  ended: Promise<string>;
  /** Stops everything in order; the data stay. */
  stop(): Promise<void>;
}

/** What the steps of a start share. */
interface Start {
  options: DemoOptions;
  dataDir: string;
  step: Progress["step"];
  teardown: Teardown;
}

/**
 * Starts everything that a payment needs on this machine: Postgres, a local chain with contracts,
 * funded wallets and a merchant in both modes, the app and a webhook receiver. What earlier runs
 * kept in the data folder is used again.
 * @throws Error naming the flag of a port that is taken, or what did not start; nothing is left running
 */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const progress = options.progress ?? silence;
  const teardown = createTeardown();
  const step: Progress["step"] = (name, work) => {
    options.signal?.throwIfAborted();
    return progress.step(name, work);
  };
  try {
    return await run({ options, dataDir: dataFolder(options), step, teardown });
  } catch (error) {
    await teardown.stop();
    throw error;
  }
}

async function run(start: Start): Promise<Demo> {
  const { options, dataDir, step, teardown } = start;
  makeDataFolder(dataDir);
  if (options.reset) await step("Starting over", () => whenFree(() => resetData(dataDir)));
  await whenFree(() => stopLeftOverServer(dataDir));
  const startsAt = options.history ? pastStart(options.history, join(dataDir, kept.chain)) : null;
  const secrets = openDemoSecrets(join(dataDir, kept.secrets));
  const port = await onPort("port", options, (wanted) => choosePort(wanted, "the app"));
  const postgres = await step("Postgres", (note) => openDatabase(start, note));
  const chain = await step("Local chain", (note) => openChain(start, startsAt, note));
  const deployments = await step("Contracts and wallets", (note) =>
    prepareChain(chain, dataDir, secrets, note),
  );
  const sink = await step("Webhook receiver", (note) =>
    openSink(start, { note, databaseUrl: postgres.url, secrets }),
  );
  const inboxUrl = `${sink.url}/inbox`;
  const baseUrl = `http://127.0.0.1:${port}`;
  const places = { baseUrl, port, databaseUrl: postgres.url, rpcUrl: chain.rpcUrl };
  const settings = {
    ...appSettings(
      { ...places, deploymentsFolder: deploymentsFolder(dataDir) },
      secrets.app,
      options.finalityDepth,
    ),
    DEMO_API_KEY: secrets.demo.DEMO_SECRET_KEY_TEST,
    DEMO_INBOX_URL: inboxUrl,
    ADMIN_BOOTSTRAP_EMAIL: ADMIN_EMAIL,
    ...options.appEnv,
  };
  const merchant = await step("Migrations and merchant", () =>
    prepareDatabase(settings, chain, secrets, startsAt),
  );
  const server = await openApp(start, { port, baseUrl, settings });
  if (options.inbox) {
    const key = secrets.demo.DEMO_SECRET_KEY_TEST;
    await step("Start page", (note) => showWebhooks({ baseUrl, key, inboxUrl }, note));
  }
  const urls = { baseUrl, rpcUrl: chain.rpcUrl, webhookSinkUrl: sink.url };
  const info = describeDemo(secrets, deployments, merchant, urls);
  writeDemoInfo(join(dataDir, kept.info), info);
  if (options.history) {
    const merchantKey = secrets.demo.DEMO_MERCHANT_PRIVATE_KEY as `0x${string}`;
    const stage = { info, chain, merchantKey, days: options.history };
    await step(`${options.history} days of business`, (note) => makeHistory(stage, note));
  }
  const ended = Promise.race([
    server.ended.then(() => "The app"),
    chain.ended.then(() => "The local chain"),
    postgres.ended.then(() => "Postgres"),
  ]);
  return { info, databaseUrl: postgres.url, settings, chain, ended, stop: teardown.stop };
}

/** Has the start page show the webhooks of the demo's merchant. */
async function showWebhooks(
  { baseUrl, key, inboxUrl }: { baseUrl: string; key: string; inboxUrl: string },
  note: Note,
): Promise<void> {
  await registerInbox(baseUrl, key, inboxUrl).then(
    () => note(baseUrl),
    (error: Error) => note(`shows no webhooks: ${error.message}`),
  );
}

/** @throws Error saying how to choose another folder, when this one cannot be made or written to */
function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${dataDir} cannot be written (${code}): choose another folder (--data-dir PATH, or DEMO_DATA_DIR=PATH)`,
      { cause: error },
    );
  }
}

async function openDatabase({ options, dataDir, teardown }: Start, note: Note) {
  if (options.databaseUrl) {
    const { hostname, pathname } = new URL(options.databaseUrl);
    note(`${pathname.slice(1)} on ${hostname}, as DATABASE_URL says`);
    return { url: options.databaseUrl, ended: new Promise<void>(() => {}) };
  }
  const server = await onPort("pgPort", options, (port) =>
    startPostgres({ dataDir: join(dataDir, kept.postgres), port, log: note }),
  );
  teardown.add(server.stop);
  note(`port ${server.port}`);
  return server;
}

async function openChain(
  { options, dataDir, teardown }: Start,
  startsAt: Date | null,
  note: Note,
): Promise<LocalChain> {
  const settleBlocks = Math.max(SETTLE_BLOCKS, (options.finalityDepth ?? 0) + FINALITY_MARGIN);
  const chain = await onPort("chainPort", options, (port) =>
    startLocalChain({
      folder: join(dataDir, kept.chain),
      port,
      settleBlocks,
      startsAt,
      intervalMs: options.blockMs,
      log: note,
    }),
  );
  teardown.add(chain.stop);
  note(`port ${chain.port}`);
  return chain;
}

async function openSink(
  { options, teardown }: Start,
  { note, databaseUrl, secrets }: { note: Note; databaseUrl: string; secrets: DemoSecrets },
) {
  const db: Sql = createDb(databaseUrl, { max: 1, applicationName: "stipend-demo-sink" });
  const sink = await onPort("sinkPort", options, (port) =>
    startWebhookSink(port, (url) => endpointSecrets(db, secrets.app, url)),
  );
  teardown.add(async () => {
    await sink.stop();
    await db.end();
  });
  note(`port ${sink.port}`);
  return sink;
}

async function openApp(
  { options, dataDir, step, teardown }: Start,
  { port, baseUrl, settings }: { port: number; baseUrl: string; settings: Record<string, string> },
): Promise<AppServer> {
  const { signal } = options;
  const production = ["scripts/run/start.cjs"];
  if (!options.dev) await step("Production build", (note) => buildApp(note, signal));
  return await step("App", async (note) => {
    const env = options.dev ? { ...settings, NODE_ENV: "development" } : settings;
    const server = startAppServer(
      dataDir,
      options.dev ? developmentCommand(port) : production,
      env,
    );
    teardown.add(server.stop);
    note(`port ${port}`);
    await server.ready(baseUrl, note, signal);
    return server;
  });
}

/** Runs `work` with the port of that name; when it is taken, the error says how to choose another. */
async function onPort<Result>(
  name: keyof typeof portSettings,
  options: DemoOptions,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const { flag, variable } = portSettings[name];
  try {
    return await whenFree(() => work(options[name] ?? defaults[name]));
  } catch (error) {
    if (!(error instanceof Error && /is taken/.test(error.message))) throw error;
    throw new Error(`${error.message} (${flag} N, or ${variable}=N)`, { cause: error });
  }
}

/** Runs `work` again for a moment while another demo, which may be stopping, has the data folder. */
async function whenFree<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes("is in use by process");
      if (!isInUse || performance.now() > giveUpAt) throw error;
    }
    await sleep(RETRY_MS);
  }
}
