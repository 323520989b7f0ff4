import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildOpenapi } from "@/lib/contract/openapi";
import { projectRoot } from "@/scripts/build/contracts/sources";

// Lints the API description (OpenAPI 3.1) with what `npm run tools:install` installs: no error, no warning.

const folder = mkdtempSync(join(tmpdir(), "stipend-openapi-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(buildOpenapi("https://pay.stipend.test")));
const { stdout, stderr } = spawnSync(
  process.execPath,
  ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--format", "json"],
  {
    cwd: join(projectRoot, "tools"),
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  },
);
rmSync(folder, { recursive: true });
if (stdout === "") throw new Error(stderr);
const { totals, problems } = JSON.parse(stdout) as {
  totals: { errors: number; warnings: number };
  problems: unknown[];
};
console.log(`API description: ${totals.errors} errors, ${totals.warnings} warnings`);
if (totals.errors + totals.warnings > 0) {
  console.error(JSON.stringify(problems, null, 1));
  process.exitCode = 1;
}
