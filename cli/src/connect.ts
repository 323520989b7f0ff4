import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DemoInfo, DemoMode } from "@/scripts/run/demo/demo-info";
import { defaultDataDir, kept } from "@/scripts/run/demo/kept";
import { type GivenOptions, UsageError } from "@/scripts/run/run-with-options";
import { createStipend, type Stipend } from "@/sdk/src/stipend";
import { text } from "./command";

/** What every command is told of the server. */
export const connectFlags = { url: text, key: text, mode: text, "data-dir": text } as const;

export const connectUsage = `  --url URL           where Stipend runs             (STIPEND_URL; the demo's)
  --key KEY           a secret API key               (STIPEND_API_KEY; the demo's)
  --mode test|live    which of the demo's keys       (test)
  --data-dir PATH     the demo's data folder         (DEMO_DATA_DIR, ${defaultDataDir})`;

/** The server that a command talks to. */
export interface Connection {
  readonly baseUrl: URL;
  readonly key: string;
  readonly stipend: Stipend;
}

type Options = GivenOptions<typeof connectFlags>;

/**
 * Finds the server and the key: as given, else from the environment, else those of the demo whose data
 * folder is here.
 * @throws UsageError when there is none
 */
export function connect(given: Options, env = process.env): Connection {
  const demo = findDemo(given, env);
  const ownKey = given.key ?? (env.STIPEND_API_KEY || undefined);
  const ownUrl = given.url ?? (env.STIPEND_URL || undefined);
  const baseUrl = urlOf(ownUrl ?? demo?.baseUrl);
  const isDemo = demo !== undefined && baseUrl.origin === new URL(demo.baseUrl).origin;
  const key = ownKey ?? (isDemo ? demo.apiKeys.secret : undefined);
  if (key === undefined) {
    throw new UsageError(`No key for ${baseUrl.origin}: give --key, or set STIPEND_API_KEY`);
  }
  if (!/^sk_(?:test|live)_\w+$/.test(key)) {
    throw new UsageError("The key is not a secret API key (sk_test_… or sk_live_…)");
  }
  return { baseUrl, key, stipend: openClient(baseUrl, key) };
}

function openClient(baseUrl: URL, key: string): Stipend {
  try {
    return createStipend({ baseUrl: baseUrl.href, key });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The demo that has its data folder here.
 * @throws Error when there is none
 */
export function openDemo(given: Pick<Options, "data-dir">): DemoInfo {
  const path = demoFile(given, process.env);
  const demo = readDemo(path);
  if (demo) return demo;
  throw new Error(`There is no ${path}: npm run demo makes it`);
}

function findDemo(given: Options, env: NodeJS.ProcessEnv): DemoMode | undefined {
  const { mode = "test" } = given;
  if (mode !== "test" && mode !== "live") throw new UsageError("--mode is test or live");
  const demo = readDemo(demoFile(given, env));
  return mode === "live" ? demo?.live : demo;
}

const demoFile = (given: Pick<Options, "data-dir">, env: NodeJS.ProcessEnv) =>
  join(resolve(given["data-dir"] ?? (env.DEMO_DATA_DIR || defaultDataDir)), kept.info);

const readDemo = (path: string): DemoInfo | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as DemoInfo) : undefined;

function urlOf(given: string | undefined): URL {
  if (given === undefined) {
    throw new UsageError(
      "Where does Stipend run? Give --url, or start the demo here: npm run demo",
    );
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`--url is an http(s) address, not ${given}`);
}
