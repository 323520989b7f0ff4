import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { developmentCommand } from "./app-settings";
import { startDemo } from "./start-demo";

test("the sources are served on this machine alone", () => {
  expect(developmentCommand(3_000).join(" ")).toMatch(/ dev --hostname 127\.0\.0\.1 --port 3000$/);
});

test("a data folder that cannot be made is named, with the flag that chooses another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stipend-demo-test-"));
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const dataDir = join(file, "data");
  const message = `${dataDir} cannot be written (ENOTDIR): choose another folder (--data-dir PATH, or DEMO_DATA_DIR=PATH)`;
  for (const reset of [false, true]) {
    await expect(startDemo({ dataDir, reset })).rejects.toThrow(message);
  }
  rmSync(folder, { recursive: true });
});
