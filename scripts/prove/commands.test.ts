import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { bundleScripts } from "@/testing/bundle-scripts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const CHECK = "scripts/run/check-node.cjs";

/** The TypeScript file that a command of package.json runs. */
const fileOf = (script: string) =>
  /(?:tsx) ((?:scripts|operator|chaos)\/\S+\.ts)/.exec(manifest.scripts[script] ?? "")?.[1];

const takesOptions = (file: string | undefined) =>
  file !== undefined &&
  /runWithOptions\(|parseDemoOptions\(|runCommand\(/.test(readFileSync(file, "utf8"));

const commands = Object.keys(manifest.scripts).filter((script) => takesOptions(fileOf(script)));

// Each file once: `dev` is `demo` with an option, and so on.
const byFile = new Map(commands.map((script) => [fileOf(script), script]));

interface Run {
  code: number;
  output: string;
}

function run(args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_ENV: "test" } as const;
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` });
    });
  });
}

const runScript = (script: string, ...args: string[]) =>
  run(["--import", "tsx", fileOf(script) ?? "", ...args]);

let programs: ReadonlyMap<string, string>;
beforeAll(async () => {
  programs = await bundleScripts([...byFile.keys()].flatMap((file) => file ?? []));
}, 120_000);

test("these commands take options, and no other reads its command line by itself", () => {
  expect(commands.toSorted()).toEqual([
    "add:privy-modal",
    "check:statements",
    "contracts:build",
    "contracts:deploy",
    "contracts:verify",
    "demo",
    "dev",
    "drill:broadcast",
    "drill:own-core",
    "drill:read-only-database",
    "drill:rotate-secrets",
    "drill:stolen-keeper",
    "keys",
    "operator",
    "pay",
    "seed",
    "test",
    "test:all",
    "test:api",
    "test:chaos",
    "test:fast",
    "test:mutants",
    "test:mutants:changed",
    "test:mutants:lines",
    "test:nodes",
    "test:privy-modal",
    "time",
  ]);
  const readers = Object.keys(manifest.scripts).filter((script) => {
    const file = fileOf(script);
    return file && /parseArgs|process\.argv/.test(readFileSync(file, "utf8"));
  });
  // The operator's commands and the clock's have words of their own, and the contracts' tests pass all on to forge.
  expect(readers.toSorted()).toEqual([
    "contracts:test",
    "demo",
    "dev",
    "operator",
    "test:contracts",
    "time",
  ]);
});

test.each([...byFile.values()])(
  "npm run %s refuses what it does not take in words",
  async (script) => {
    const words = { operator: ["status"], time: ["advance", "1d"] }[script] ?? [];
    const program = programs.get(fileOf(script) ?? "") ?? "";
    const { code, output } = await run([program, ...words, "--nonsense", "1"]);
    expect(output).toContain("There is no option --nonsense, only --");
    expect(output).toContain("npm run ");
    expect(output).not.toMatch(/\bat .*:\d+:\d+/);
    expect(code).toBe(2);
  },
);

test.each(["demo", "pay"])("npm run %s says what it takes", async (script) => {
  const { code, output } = await runScript(script, "--help");
  expect(output).toMatch(new RegExp(`^npm run ${script} `));
  expect(output).toContain("--data-dir");
  expect(code).toBe(0);
});

test("npm start says what is missing when nothing is built, and runs what is in its own process, as production", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stipend-start-"));
  try {
    cpSync("package.json", join(folder, "package.json"));
    for (const name of ["start.cjs", "check-node.cjs"]) {
      cpSync(join("scripts/run", name), join(folder, "scripts/run", name));
    }
    const start = join(folder, "scripts/run/start.cjs");
    expect(manifest.scripts.start).toBe("node scripts/run/start.cjs");
    expect(await run([start])).toEqual({
      code: 1,
      output: "The app is not built: run npm run build, then this command again.\n",
    });
    mkdirSync(join(folder, "dist"));
    writeFileSync(
      join(folder, "dist/server.js"),
      "console.log(process.argv[1], process.env.NODE_ENV);",
    );
    expect(await run([start])).toEqual({ code: 0, output: `${start} production\n` });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Runs the check as a Node of that version would. */
const checkAs = (version: string) =>
  run([
    "-e",
    `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
     require("./${CHECK}");
     console.log("goes on");`,
  ]);

test.each(["14.21.3", "18.20.8", "20.18.3"])("Node %s is told what is needed", async (version) => {
  const { code, output } = await checkAs(version);
  expect(code).toBe(1);
  expect(output).toContain(`Stipend needs Node 20.19 or newer, and this is Node ${version}`);
  expect(output).not.toContain("goes on");
});

test.each(["20.19.0", "20.20.1", "22.0.0", "24.1.0"])("Node %s is new enough", async (version) => {
  expect(await checkAs(version)).toEqual({ code: 0, output: "goes on\n" });
});

test("the check comes before everything that an old Node cannot read, and is itself old enough", () => {
  for (const script of [
    "demo",
    "dev",
    "build",
    "test",
    "test:fast",
    "pay",
    "seed",
    "keys",
    "operator",
  ]) {
    expect(manifest.scripts[script]).toMatch(new RegExp(`^node ${CHECK} && `));
  }
  const source = readFileSync(CHECK, "utf8");
  const written = (target: string) => transformSync(source, { target }).code;
  expect(written("es2015")).toBe(written("esnext"));
  expect([...source.matchAll(/require\("(.*?)"\)/g)].map(([, name]) => name)).toEqual([
    "../../package.json",
  ]);
  expect(readFileSync("scripts/build/build-server.ts", "utf8")).toContain(
    `'import "../${CHECK}";\\n\\nimport("./app.js");\\n'`,
  );
  expect(existsSync(CHECK)).toBe(true);
});
