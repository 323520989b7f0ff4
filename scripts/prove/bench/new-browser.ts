import { Worker } from "node:worker_threads";
import { type BrowserContext, chromium } from "@playwright/test";
import { build } from "esbuild";
import { findChromium } from "@/scripts/prove/find-chromium";

/** Where the page of the benchmark is: nothing of the server's answers there. */
const PAGE = "/bench-page";
const WORKER = "/bench-worker.js";

/** How a puzzle is worked out: as pages do, or by the obvious alternative, a browser's own SHA-256. */
export type SolverName = "ours" | "webcrypto";

const workers: Readonly<Record<SolverName, string>> = {
  ours: 'import "@/components/account/puzzle/puzzle-worker";',
  webcrypto: `
    const text = new TextEncoder();
    addEventListener("message", async ({ data: { challenge, maxnumber, salt } }) => {
      for (let first = 0; first <= maxnumber; first += 256) {
        const digests = await Promise.all(Array.from({ length: 256 }, (_, at) =>
          crypto.subtle.digest("SHA-256", text.encode(salt + (first + at)))));
        const found = digests.findIndex((digest) =>
          challenge.startsWith(new DataView(digest).getUint32(0).toString(16).padStart(8, "0")));
        if (found >= 0) return postMessage(first + found);
      }
    });`,
};

async function bundle(contents: string): Promise<string> {
  const options = { bundle: true, minify: true, write: false, format: "iife" } as const;
  const stdin = { contents, resolveDir: process.cwd(), loader: "ts" } as const;
  const { outputFiles } = await build({ ...options, stdin, tsconfig: "tsconfig.json" });
  return outputFiles[0]?.text ?? "";
}

/**
 * Runs in the page: what a page of signing in asks and works out, from the first keystroke of a person who types
 * nothing further. As text, because the names that tsx keeps in functions are not known there.
 */
const signInAnew = (account: object) => `(async () => {
  const begun = performance.now();
  const send = async (method, path, body) => {
    const headers = body ? { "content-type": "application/json" } : {};
    const reply = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  };
  const { puzzle } = await send("GET", "/v1/auth/challenge");
  const worker = new Worker("${WORKER}");
  const number = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(puzzle);
  });
  worker.terminate();
  const { algorithm, challenge, salt, signature } = puzzle;
  const token = btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  await send("POST", "/v1/auth/turnstile/verify", { token });
  await send("POST", "/api/identity/login", ${JSON.stringify(account)});
  return performance.now() - begun;
})()`;

/** Keeps one core busy. @returns ends it */
export function keepCoreBusy(): () => Promise<number> {
  const worker = new Worker("for (;;);", { eval: true });
  return () => worker.terminate();
}

/**
 * Signs in in Chromium as a browser that has solved no puzzle yet, one visit after the other.
 * @returns milliseconds from the first keystroke to the session, with no time for typing
 */
export async function newBrowsers(
  baseUrl: string,
  account: object,
  { solver, count }: { solver: SolverName; count: number },
): Promise<number[]> {
  const script = await bundle(workers[solver]);
  const browser = await chromium.launch({ executablePath: findChromium() });
  const times: number[] = [];
  try {
    const context = await browser.newContext();
    await servePage(context, baseUrl, script);
    while (times.length < count) {
      await context.clearCookies();
      const page = await context.newPage();
      await page.goto(`${baseUrl}${PAGE}`);
      times.push(await page.evaluate<number>(signInAnew(account)));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return times;
}

async function servePage(context: BrowserContext, baseUrl: string, script: string): Promise<void> {
  const serve = (path: string, contentType: string, body: string) =>
    context.route(`${baseUrl}${path}`, (route) => route.fulfill({ contentType, body }));
  await serve(PAGE, "text/html", "<!doctype html><title>Benchmark</title>");
  await serve(WORKER, "text/javascript", script);
}
