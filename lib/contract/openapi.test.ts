import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { buildOpenapi } from "./openapi";
import { registry } from "./registry";

const description = buildOpenapi("https://pay.stipend.test");

it("describes every endpoint once, under its own name", () => {
  const paths = Object.values(
    description.paths as Record<string, Record<string, { operationId: string }>>,
  );
  const names = paths.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual([...registry.keys()].sort());
});

it("is an OpenAPI 3.1 document that the linter has nothing to say about", () => {
  const file = join(inject("runFolder"), "openapi.json");
  writeFileSync(file, JSON.stringify(description));
  const result = spawnSync(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--format", "json"],
    {
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  const { totals, problems } = JSON.parse(result.stdout) as { totals: object; problems: unknown[] };
  expect(totals, JSON.stringify(problems, null, 1)).toMatchObject({ errors: 0, warnings: 0 });
});

it("changes only on purpose", async () => {
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(
    "./openapi.snapshot.json",
  );
});
