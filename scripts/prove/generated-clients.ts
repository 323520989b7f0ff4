import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { createSession } from "@/e2e/stack";
import { startStack } from "@/e2e/start-stack";
import { buildOpenapi } from "@/lib/contract/openapi";
import { projectRoot } from "@/scripts/build/contracts/sources";

// Generates clients from the description that a running demo serves, with what `npm run tools:install` installs; compiles
// programs that use them under `strict`, and runs these against the demo. Ends with 1 when a client got anything else
// than it should.

const tools = join(projectRoot, "tools");
const folder = join(tools, "clients");
const generated = join(folder, "generated");
const clients = ["openapi-fetch", "hey-api", "orval"] as const;

/** The generators need a newer Node than the product: npm has it as a package for Linux. */
const packaged = join(
  tools,
  "node_modules",
  `node-24-${process.platform}-${process.arch}`,
  "bin/node",
);
const node = existsSync(packaged) ? packaged : process.execPath;

/** What each program prints. */
interface Answers {
  readonly created: string;
  readonly repeated: string;
  readonly replayed: string;
  readonly conflict: readonly [number, string];
  readonly listed: number;
  readonly hasMore: boolean;
  readonly missing: readonly [number, string];
  readonly csv: string;
}

/** Runs a program in the clients' folder. @throws when it fails, with what it printed */
function run(program: string, given: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(node, [program, ...given], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

const tool = (path: string) => join(tools, "node_modules", path);

function generate(baseUrl: string): void {
  const types = join(generated, "openapi-typescript.ts");
  const openapi = "./generated/openapi.json";
  run(tool("openapi-typescript/bin/cli.js"), [openapi, "--output", types]);
  run(tool("@hey-api/openapi-ts/bin/run.js"), ["-i", openapi, "-o", join(generated, "hey-api")]);
  run(tool("orval/dist/bin/orval.mjs"), ["--config", "orval.config.mjs"], {
    CLIENT_BASE_URL: baseUrl,
  });
}

async function answersOf(name: string, env: Record<string, string>): Promise<Answers> {
  const outfile = join(generated, `${name}.mjs`);
  await build({
    entryPoints: [join(folder, `${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return JSON.parse(run(outfile, [], { ...env, CLIENT_REPEAT_KEY: randomUUID() }));
}

/** What is not as it should be in a client's answers; empty where all is. */
function faultsOf(answers: Answers): string[] {
  const { created, repeated, replayed, conflict, listed, hasMore, missing, csv } = answers;
  const checks: Readonly<Record<string, boolean>> = {
    "a session is created": /^ps_/.test(created),
    "a repeated request gets the first answer": repeated === created && replayed === "true",
    "another payload under the key is a conflict": conflict.join() === "409,payload_mismatch",
    "a list has two rows, and more behind them": listed === 2 && hasMore,
    "an unknown session is a typed error": missing.join() === "404,not_found",
    "a list comes as CSV": csv.startsWith("id,") && csv.includes(created),
  };
  return Object.entries(checks).flatMap(([what, is]) => (is ? [] : [what]));
}

rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
const { stack, stop } = await startStack();
try {
  const { baseUrl, apiKeys } = stack;
  const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
  if (served !== JSON.stringify(buildOpenapi(baseUrl))) {
    throw new Error("The demo serves another description than this source has");
  }
  writeFileSync(join(generated, "openapi.json"), served);
  generate(baseUrl);
  run(tool("typescript/bin/tsc"), ["-p", "."]);
  // So that a list of two has more behind it.
  for (let count = 0; count < 3; count++) await createSession(stack);
  for (const client of clients) {
    const env = { CLIENT_BASE_URL: baseUrl, CLIENT_KEY: apiKeys.secret };
    const answers = await answersOf(client, env);
    const faults = faultsOf(answers);
    console.log(`${client}: ${faults.length === 0 ? "ok" : `not so: ${faults.join("; ")}`}`);
    if (faults.length > 0) {
      console.error(JSON.stringify(answers).slice(0, 2_000));
      process.exitCode = 1;
    }
  }
} finally {
  await stop();
  rmSync(generated, { recursive: true, force: true });
}
