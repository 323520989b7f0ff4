import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, beforeEach, expect, inject, test } from "vitest";
import { bundleScripts } from "@/testing/bundle-scripts";

const isRootOnDebian = process.getuid?.() === 0 && existsSync("/etc/debian_version");
const root = fileURLToPath(new URL("../../", import.meta.url));

const FINDER = "scripts/prove/find-chromium.ts";

let folder: string;
let finder: string;

beforeAll(async () => {
  finder = (await bundleScripts([FINDER])).get(FINDER) ?? "";
}, 60_000);

beforeEach(() => {
  folder = mkdtempSync(join(inject("runFolder"), "chromium-"));
});

/** A shell script on the PATH that stands in for a program of the system. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Asks in a process that sees only `folder` and has no browser of Playwright's. */
function find(env: Record<string, string> = {}): string {
  const code = `
    import { findChromium } from ${JSON.stringify(pathToFileURL(finder).href)};
    try { console.log(findChromium()); } catch (error) { console.log(error.message); }`;
  const { NODE_ENV } = process.env;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    encoding: "utf8",
    env: { NODE_ENV, PATH: folder, PLAYWRIGHT_BROWSERS_PATH: folder, ...env },
  });
}

test("CHROMIUM_PATH comes before the system's browser", () => {
  program("chromium", "echo Chromium 1.0");
  const own = program("own", "echo Chromium 2.0");
  expect(find({ CHROMIUM_PATH: own })).toBe(`${own}\n`);
});

test("a CHROMIUM_PATH that does not start is an error, not a reason to take another browser", () => {
  program("chromium", "echo Chromium 1.0");
  expect(find({ CHROMIUM_PATH: join(folder, "missing") })).toContain("does not start");
});

test("a browser that is only a stub is passed over", () => {
  program("chromium", "exit 1");
  const chrome = program("google-chrome", "echo Google Chrome 140.0");
  expect(find()).toBe(`${chrome}\n`);
});

test("as root on Debian the package is installed, after an update", ({ skip }) => {
  skip(!isRootOnDebian, "needs to be root on Debian");
  const chromium = join(folder, "chromium");
  program(
    "apt-get",
    `echo "$@" >> ${folder}/calls
     if [ "$1" = install ]; then printf '#!/bin/sh\\necho Chromium 3.0\\n' > ${chromium}; /bin/chmod 755 ${chromium}; fi`,
  );
  expect(find()).toBe(`${chromium}\n`);
  expect(readFileSync(join(folder, "calls"), "utf8")).toBe(
    "update\ninstall -y --no-install-recommends chromium\n",
  );
});

test("without any browser the message says what to do", () => {
  program("apt-get", "exit 100");
  expect(find()).toContain("CHROMIUM_PATH");
});
