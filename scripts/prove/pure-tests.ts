import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { findPureTests } from "./find-pure-tests";

/* Runs the unit tests that start neither Postgres nor a chain. */

const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "unit", "--project", "isolated", ...findPureTests(projectRoot)],
  { cwd: projectRoot, stdio: "inherit" },
);
process.exitCode = status ?? 1;
