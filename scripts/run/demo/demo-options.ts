import { resolve } from "node:path";
import { z } from "zod";
import { readOptions, UsageError } from "@/scripts/run/run-with-options";
import { defaultDataDir } from "./kept";
import type { Progress } from "./progress";

/** What a demo may be started with; the defaults stand in `usage`. */
export interface DemoOptions {
  /** The folder of everything that the demo keeps. */
  dataDir?: string;
  /** Ports on 127.0.0.1; 0 takes a free one. */
  port?: number;
  pgPort?: number;
  chainPort?: number;
  sinkPort?: number;
  /** An outside Postgres instead of the embedded one. */
  databaseUrl?: string;
  /** Blocks until a payment is final. */
  finalityDepth?: number;
  /** Milliseconds between blocks while something waits for one. Default 1,000. */
  blockMs?: number;
  /** Deletes what earlier runs kept, and makes new keys. */
  reset?: boolean;
  /** Days of business that are lived through before it is ready; on new data alone. */
  history?: number | undefined;
  /** Serves the sources as they change, instead of the production build. */
  dev?: boolean;
  /** Sends the demo merchant's webhooks to the receiver, for the start page to show them. */
  inbox?: boolean;
  /** Further settings of the app; they win over the demo's own. */
  appEnv?: Readonly<Record<string, string>>;
  progress?: Progress;
  /** Gives up between two steps. */
  signal?: AbortSignal;
}

export const defaults = {
  dataDir: defaultDataDir,
  port: 3000,
  pgPort: 54320,
  chainPort: 8545,
  sinkPort: 3010,
} as const;

/** What `--history` is long, in days. */
const HISTORY_DAYS = 90;

/** The flag and the environment variable of each port. */
export const portSettings = {
  port: { flag: "--port", variable: "PORT" },
  pgPort: { flag: "--pg-port", variable: "DEMO_PG_PORT" },
  chainPort: { flag: "--chain-port", variable: "DEMO_CHAIN_PORT" },
  sinkPort: { flag: "--sink-port", variable: "DEMO_SINK_PORT" },
} as const;

export const usage = `npm run demo -- [options]

Starts Postgres, a local chain, the app and a webhook receiver on this machine.

  --port N            the app                       (PORT, ${defaults.port})
  --pg-port N         embedded Postgres             (DEMO_PG_PORT, ${defaults.pgPort})
  --chain-port N      the local chain's RPC         (DEMO_CHAIN_PORT, ${defaults.chainPort})
  --sink-port N       the webhook receiver          (DEMO_SINK_PORT, ${defaults.sinkPort})
  --data-dir PATH     what is kept between runs     (DEMO_DATA_DIR, ${defaults.dataDir})
  --finality-depth N  blocks until a payment is final (DEMO_FINALITY_DEPTH, 2)
  --reset             start over: deletes the data and makes new keys
  --history           begin with 90 days of business, in a few minutes; on new data alone
  --dev               serve the sources as they change instead of the production build
  --help              this text

A port of 0 takes a free one. DATABASE_URL uses that Postgres instead of the embedded one.`;

const port = z.coerce
  .number("must be a number")
  .int()
  .min(0, "must be 0 to 65535")
  .max(65_535, "must be 0 to 65535");
const settings = z.object({
  port: port.optional(),
  pgPort: port.optional(),
  chainPort: port.optional(),
  sinkPort: port.optional(),
  dataDir: z.string().min(1).optional(),
  databaseUrl: z
    .string()
    .refine(
      (text) => text.startsWith("postgres") && URL.canParse(text),
      "must be a postgres:// URL",
    )
    .optional(),
  finalityDepth: z.coerce
    .number("must be a number")
    .int()
    .min(1, "must be 1 to 1000")
    .max(1_000, "must be 1 to 1000")
    .optional(),
});

/** How each setting is called by the people who make it. */
const names: Record<keyof z.output<typeof settings>, string> = {
  port: "--port (PORT)",
  pgPort: "--pg-port (DEMO_PG_PORT)",
  chainPort: "--chain-port (DEMO_CHAIN_PORT)",
  sinkPort: "--sink-port (DEMO_SINK_PORT)",
  dataDir: "--data-dir (DEMO_DATA_DIR)",
  databaseUrl: "DATABASE_URL",
  finalityDepth: "--finality-depth (DEMO_FINALITY_DEPTH)",
};

const flags = {
  port: { type: "string" },
  "pg-port": { type: "string" },
  "chain-port": { type: "string" },
  "sink-port": { type: "string" },
  "data-dir": { type: "string" },
  "finality-depth": { type: "string" },
  reset: { type: "boolean" },
  history: { type: "boolean" },
  dev: { type: "boolean" },
} as const;

/**
 * Reads the demo's options from its arguments and, where they are silent, from the environment.
 * @throws UsageError naming the flag or variable that is wrong
 */
export function parseDemoOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DemoOptions & { help: boolean } {
  const { given: values, help } = readOptions(flags, args);
  const given = settings.safeParse({
    port: values.port ?? setting(env.PORT),
    pgPort: values["pg-port"] ?? setting(env.DEMO_PG_PORT),
    chainPort: values["chain-port"] ?? setting(env.DEMO_CHAIN_PORT),
    sinkPort: values["sink-port"] ?? setting(env.DEMO_SINK_PORT),
    dataDir: values["data-dir"] ?? setting(env.DEMO_DATA_DIR),
    databaseUrl: setting(env.DATABASE_URL),
    finalityDepth: values["finality-depth"] ?? setting(env.DEMO_FINALITY_DEPTH),
  });
  if (!given.success) {
    const [issue] = given.error.issues;
    const name = names[issue?.path[0] as keyof typeof names];
    throw new UsageError(`${name} ${issue?.message}`);
  }
  const { reset = false, history = false, dev = false } = values;
  return { ...given.data, reset, history: history ? HISTORY_DAYS : undefined, dev, help };
}

const setting = (text: string | undefined) => (text === "" ? undefined : text);

/** The data folder as an absolute path. */
export const dataFolder = (options: DemoOptions): string =>
  resolve(options.dataDir ?? defaults.dataDir);
