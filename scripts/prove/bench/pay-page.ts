import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "@/scripts/prove/find-chromium";
import { type BenchStage, openStage } from "./bench-stage";

const RUNS = 5;
/** A slow phone on a slow line. */
const BITS_PER_SECOND = 400_000;
const LATENCY_MS = 400;
const CPU_SLOWDOWN = 4;
const READABLE_MS = 2_500;
const INTERACTIVE_MS = 6_000;

/** One visit, in milliseconds since the address was asked for. */
interface Visit {
  /** The amount is on the screen. */
  readable: number;
  /** The wallet's button takes a click. */
  interactive: number;
  bytes: number;
}

/** Loads a pay page as a slow phone does, with nothing kept from an earlier visit. */
async function visit(browser: Browser, url: string, isSlow: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 375, height: 667 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  await devtools.send("Network.enable");
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  if (isSlow) {
    const bytesPerSecond = BITS_PER_SECOND / 8;
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  }
  await page.addInitScript({ content: watchButtons });
  await page.goto(url, { waitUntil: "commit", timeout: 60_000 });
  await page.waitForFunction(() => "interactiveMs" in window, null, { timeout: 60_000 });
  const times = await readTimes(page);
  await context.close();
  return { ...times, bytes };
}

/**
 * Runs in the page, before its own scripts: notes when a button can be clicked. As text, because the
 * names that tsx keeps in functions are not known there.
 */
const watchButtons = `requestAnimationFrame(function look() {
  if (document.querySelector("main button:enabled")) window.interactiveMs = performance.now();
  else requestAnimationFrame(look);
});`;

function readTimes(page: Page): Promise<Pick<Visit, "readable" | "interactive">> {
  return page.evaluate(() => ({
    readable: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    interactive: Number(Reflect.get(window, "interactiveMs")),
  }));
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Opens a session of 49 USDC by the API. @returns the address of its pay page */
async function openPaymentSession({ demo }: BenchStage): Promise<string> {
  const { baseUrl, apiKeys } = demo.info;
  const response = await fetch(`${baseUrl}/v1/payment-sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKeys.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: "49000000", currency: "USDC" }),
  });
  if (!response.ok) throw new Error(`No session: ${response.status} ${await response.text()}`);
  const { checkoutUrl } = (await response.json()) as { checkoutUrl: string };
  return checkoutUrl;
}

async function measure(browser: Browser, stage: BenchStage, isSlow: boolean): Promise<Visit> {
  const visits: Visit[] = [];
  for (let run = 0; run < RUNS; run++) {
    visits.push(await visit(browser, await openPaymentSession(stage), isSlow));
  }
  return {
    readable: median(visits.map(({ readable }) => readable)),
    interactive: median(visits.map(({ interactive }) => interactive)),
    bytes: median(visits.map(({ bytes }) => bytes)),
  };
}

const stage = await openStage();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const fast = await measure(browser, stage, false);
  const slow = await measure(browser, stage, true);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(`first load: ${(slow.bytes / 1_000).toFixed(1)} kB on the wire`);
  console.log(
    `readable after ${seconds(slow.readable)} (at most ${seconds(READABLE_MS)}), interactive after ${seconds(slow.interactive)} (at most ${seconds(INTERACTIVE_MS)}): ${BITS_PER_SECOND / 1_000} kbit/s, ${LATENCY_MS} ms, CPU ÷ ${CPU_SLOWDOWN}, median of ${RUNS}`,
  );
  console.log(
    `without the slow line and phone: ${seconds(fast.readable)} and ${seconds(fast.interactive)}`,
  );
  if (slow.readable > READABLE_MS || slow.interactive > INTERACTIVE_MS) process.exitCode = 1;
} finally {
  await browser.close();
  await stage.stop();
}
