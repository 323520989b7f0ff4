import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { runWithOptions } from "@/scripts/run/run-with-options";

const usage = `npm run test:nodes [-- --only MAJOR]

Runs the life cycle of the demo on each Node that npm run tools:install brings for this system: builds the app
with it, starts, pays, stops, crashes and starts again. --only: one of them, such as 24.`;

const tools = join(projectRoot, "tools", "node_modules");
const system = `-${process.platform}-${process.arch}`;
const TESTS = "scripts/run/demo/lifecycle.test.ts";

/** The programs, by the major version that their package is named for. */
function installed(): Map<string, string> {
  const names = existsSync(tools) ? readdirSync(tools) : [];
  const found = names.flatMap((name): [string, string][] => {
    const major = /^node-([0-9]+)-/.exec(name)?.[1];
    const isOurs = major !== undefined && name === `node-${major}${system}`;
    return isOurs ? [[major, join(tools, name, "bin", "node")]] : [];
  });
  return new Map(found.sort());
}

/** @returns whether it passed */
function runOn(program: string): boolean {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  console.log(`\nNode ${stdout.trim()}`);
  // npm, which builds the app, takes the first Node of the path as well.
  const path = `${dirname(program)}${delimiter}${process.env.PATH ?? ""}`;
  const { status } = spawnSync(
    program,
    ["node_modules/vitest/vitest.mjs", "run", "--project", "demo", TESTS],
    { cwd: projectRoot, env: { ...process.env, PATH: path }, stdio: "inherit" },
  );
  return status === 0;
}

await runWithOptions(usage, { only: { type: "string" } } as const, async ({ only }) => {
  const programs = installed();
  const chosen = [...programs].filter(([major]) => only === undefined || major === only);
  if (chosen.length === 0) {
    const wanted = only === undefined ? "" : ` ${only}`;
    throw new Error(`No Node${wanted} for ${system.slice(1)}: run npm run tools:install first`);
  }
  const failed = chosen.filter(([, program]) => !runOn(program)).map(([major]) => major);
  console.log(`\n${chosen.length - failed.length} of ${chosen.length} Node versions passed`);
  if (failed.length > 0) throw new Error(`The demo fails on Node ${failed.join(", ")}`);
});
