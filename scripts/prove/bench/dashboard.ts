import { type Browser, chromium, type Page } from "@playwright/test";
import { openAsOwner } from "@/e2e/sign-in";
import { findChromium } from "@/scripts/prove/find-chromium";
import { type BenchStage, fillQuickly, openStage, percentile } from "./bench-stage";

/** Six in ten are the merchant's in test mode. */
const ROWS = Number(process.env.BENCH_ROWS ?? 334_000);
const TIMES = 30;
const OBJECTS = 10;

/** The pages of lists; those with objects below them say from which table. */
const lists: Readonly<Record<string, string | null>> = {
  payments: "payment_sessions",
  transactions: "transactions",
  refunds: "refunds",
  customers: "customers",
  invoices: "invoices",
  plans: "subscription_plans",
  subscriptions: "subscriptions",
  "developers/events": null,
  "developers/logs": null,
  "developers/webhooks": null,
};

/** A merchant has thousands of objects and a handful of these. */
const FEW = ["api_keys", "webhook_endpoints"] as const;

async function fill(stage: BenchStage): Promise<string> {
  const { db } = stage;
  const own = await Promise.all(
    FEW.map((table) => db<{ id: string }[]>`select id from ${db(table)}`),
  );
  const merchantId = await fillQuickly(stage, ROWS);
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [at, table] of FEW.entries()) {
      const ids = own[at]?.map(({ id }) => id) ?? [];
      await tx`delete from ${tx(table)} where not id = any (${ids})`;
    }
  });
  // As it is when rows have not come all at once.
  await db`vacuum (analyze)`;
  await db`checkpoint`;
  return merchantId;
}

async function objectPaths({ db }: BenchStage, merchantId: string, list: string, table: string) {
  const rows = await db<{ id: string }[]>`
    select id from ${db(table)} where merchant_id = ${merchantId} and mode = 'test' limit ${OBJECTS}`;
  return rows.map(({ id }) => `/dashboard/${list}/${id}`);
}

/** Milliseconds until the whole page has come, its streamed parts included, one after the other. */
async function timePages(page: Page, baseUrl: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count <= TIMES; count += 1) {
    const path = paths[count % paths.length];
    const startedAt = performance.now();
    const answer = await page.request.get(`${baseUrl}${path}?mode=test`);
    await answer.body();
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
    // The first one warms the page up.
    if (count > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

const show = (name: string, times: readonly number[], more = "") =>
  console.log(
    `${name.padEnd(44)} p50 ${percentile(times, 0.5).toFixed(0).padStart(4)} ms, p95 ${percentile(times, 0.95).toFixed(0).padStart(4)} ms${more}`,
  );

async function measureServer(stage: BenchStage, page: Page, merchantId: string): Promise<void> {
  const { baseUrl } = stage.demo.info;
  const all: number[] = [];
  const measure = async (name: string, paths: readonly string[]) => {
    const times = await timePages(page, baseUrl, paths);
    show(name, times);
    all.push(...times);
  };
  await measure("/dashboard", ["/dashboard"]);
  for (const [list, table] of Object.entries(lists)) {
    await measure(`/dashboard/${list}`, [`/dashboard/${list}`]);
    if (!table) continue;
    await measure(`/dashboard/${list}/{id}`, await objectPaths(stage, merchantId, list, table));
  }
  show("\nall pages, from the request to the last byte", all);
}

/** Something that a person does on a page. */
interface Interaction {
  act(): Promise<void>;
  /** An expression that is true in the page once what was asked for is there. */
  shown: string;
  /** Takes the page back to where it was. */
  undo?(): Promise<void>;
}

/** Milliseconds from the first key or pointer event. */
interface Measurement {
  /** Until the browser had painted after the longest of its events (Event Timing API, in steps of eight). */
  painted: number;
  /** Until the frame in which what was asked for is there. */
  shown: number;
}

/** As text, because the names that tsx keeps in functions are not known in the page. */
const watch = (shown: string) => `new Promise((resolve) => {
  window.watching = new Promise((done) => {
    let startedAt = null, painted = 0;
    const begin = (event) => { startedAt ??= event.timeStamp; };
    addEventListener("pointerdown", begin, { capture: true, once: true });
    addEventListener("keydown", begin, { capture: true, once: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (startedAt !== null && startTime >= startedAt) painted = Math.max(painted, duration);
      }
    }).observe({ type: "event", durationThreshold: 16 });
    const look = () => {
      if (startedAt === null || !(${shown})) return requestAnimationFrame(look);
      const shownAt = performance.now() - startedAt;
      // Entries come after the paint.
      setTimeout(() => done({ painted, shown: shownAt }), 100);
    };
    look();
  });
  resolve();
})`;

/** Does interactions in turn, each first without measuring it. */
async function measureInteraction(
  page: Page,
  interactions: readonly Interaction[],
  times: number,
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const warmUps = interactions.length < times ? interactions.length : 0;
  for (let count = -warmUps; count < times; count += 1) {
    const interaction = interactions[(count + warmUps) % interactions.length];
    if (!interaction) break;
    await page.evaluate(watch(interaction.shown));
    await interaction.act();
    const result = await page.evaluate<Measurement>("window.watching");
    if (count >= 0) measured.push(result);
    await interaction.undo?.();
  }
  return measured;
}

/** What is done, from the key or click until the browser has painted, and until what was asked for is there. */
async function measureBrowser(browser: Browser, stage: BenchStage): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openAsOwner(page, stage.demo.info, "/dashboard/payments");
  const tab = (name: string, path: string): Interaction => ({
    act: () => page.getByRole("link", { name, exact: true }).click(),
    shown: `location.search.includes(${JSON.stringify(path)}) && document.querySelector("tbody a[data-row]") !== null`,
  });
  const row = (at: number): Interaction => ({
    act: () => page.locator("a[data-row]").nth(at).click(),
    shown: `/payments\\/ps_/.test(location.pathname) && document.querySelector("h1") !== null`,
    undo: async () => {
      await page.goBack();
      // A payment's page has rows, too.
      await page.waitForURL(({ pathname }) => pathname === "/dashboard/payments");
      await page.locator("a[data-row]").first().waitFor();
    },
  });
  const palette: Interaction = {
    act: async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.press("p");
    },
    shown: `document.querySelector("dialog[open] [role=option]") !== null`,
    undo: async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    },
  };
  const paid = tab("Paid", "status=confirmed");
  const refunded = tab("Refunded", "status=refunded");
  const pairs: [string, Interaction[]][] = [
    // Ends with the longer one.
    ["a tab that was looked at before", [refunded, paid]],
    ["a row that was opened before", [row(1)]],
    ["a row that was not opened before", Array.from({ length: TIMES }, (_, at) => row(at + 2))],
    ["the palette's first result", [palette]],
  ];
  for (const [name, interactions] of pairs) {
    const measured = await measureInteraction(page, interactions, TIMES);
    const painted = measured.map((each) => each.painted);
    const shown = measured.map((each) => each.shown);
    const at = (share: number) => percentile(painted, share).toFixed(0);
    show(name, shown, `; painted p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  }
}

const stage = await openStage();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const merchantId = await fill(stage);
  const page = await browser.newPage();
  await openAsOwner(page, stage.demo.info, "/dashboard");
  await measureServer(stage, page, merchantId);
  await measureBrowser(browser, stage);
} finally {
  await browser.close();
  await stage.stop();
}
