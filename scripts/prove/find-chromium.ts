import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Path of a Chromium or Chrome that starts: `CHROMIUM_PATH`, one on the system, or Playwright's own.
 * As root on Debian the `chromium` package is installed when there is none.
 * @throws Error that says what to do, when none can be had
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not start`);
  }
  const found = onSystem(env) ?? [chromium.executablePath()].find(starts);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) install(env);
  const installed = onSystem(env);
  if (installed) return installed;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium; anywhere: npx playwright install chromium), or set CHROMIUM_PATH",
  );
}

function onSystem(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...paths, ...APPLICATIONS].find(starts);
}

/** A name alone proves nothing: Ubuntu's `chromium-browser` may only be a hint at a snap. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return /\d+\.\d+/.test(execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe" }));
  } catch {
    return false;
  }
}

function install(env: NodeJS.ProcessEnv): void {
  const options = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "inherit" } as const;
  try {
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
  } catch (error) {
    throw new Error("apt-get could not install chromium: set CHROMIUM_PATH to another one", {
      cause: error,
    });
  }
}
