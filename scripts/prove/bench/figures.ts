import postgres from "postgres";
import { readEnv } from "@/lib/adapters/env/env";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { getOverview } from "@/lib/domain/admin/analytics/get-overview";
import { getPlatformVolume } from "@/lib/domain/admin/analytics/get-platform-volume";
import { getSignups } from "@/lib/domain/admin/analytics/get-signups";
import { getTopMerchants } from "@/lib/domain/admin/analytics/get-top-merchants";
import { listMerchants } from "@/lib/domain/admin/merchants/list-merchants";
import { getBooks } from "@/lib/domain/insight/books/get-books";
import { getChurn } from "@/lib/domain/insight/figures/get-churn";
import { getConversion } from "@/lib/domain/insight/figures/get-conversion";
import { getForecast } from "@/lib/domain/insight/figures/get-forecast";
import { getMrr } from "@/lib/domain/insight/figures/get-mrr";
import { getSummary } from "@/lib/domain/insight/figures/get-summary";
import { listCustomerValues } from "@/lib/domain/insight/figures/list-customer-values";
import { modules } from "@/lib/domain/operations/modules";
import type { AdminActor, Context, MerchantActor } from "@/lib/domain/platform/context";
import { listRenewals } from "@/lib/domain/subscriptions/outlook/list-renewals";
import { challengePass } from "@/lib/server/http/cookies";
import { buffersOf, explain, nodesOf, recordingDb } from "@/testing/lists/explain";
import {
  type BenchStage,
  openStage,
  percentile,
  sendAtRate,
  settingsFor,
  timeGet,
} from "./bench-stage";
import { fillFigures } from "./figure-rows";

/** Customers and subscriptions of one merchant. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PER_SECOND = 20;
const ALONE = 30;
const DAY_MS = 86_400_000;

const figures: Readonly<Record<string, (ctx: Context<MerchantActor>) => Promise<unknown>>> = {
  "/v1/stats/conversion": (ctx) => getConversion(ctx, {}),
  "/v1/stats/churn": (ctx) => getChurn(ctx, {}),
  "/v1/stats/mrr": (ctx) => getMrr(ctx),
  "/v1/stats/ltv": (ctx) => listCustomerValues(ctx, {}),
  "/v1/stats/forecast": (ctx) => getForecast(ctx),
  "/v1/stats/summary": (ctx) => getSummary(ctx, {}),
  "/v1/renewals": (ctx) => listRenewals(ctx, {}),
  "/v1/books": (ctx) => getBooks(ctx, {}),
};

/** Figures of those who run the platform. */
const operatorFigures: Readonly<Record<string, (ctx: Context<AdminActor>) => Promise<unknown>>> = {
  "/v1/admin/overview": (ctx) => getOverview(ctx),
  "/v1/admin/merchants": (ctx) => listMerchants(ctx, {}),
  "/v1/admin/analytics/volume": (ctx) => getPlatformVolume(ctx, {}),
  "/v1/admin/analytics/top-merchants": (ctx) => getTopMerchants(ctx, {}),
  "/v1/admin/analytics/signups": (ctx) => getSignups(ctx, {}),
};
const yearPath = `/v1/admin/analytics/volume?from=${new Date(Date.now() - 364 * DAY_MS).toISOString()}`;
const operatorPaths = [...Object.keys(operatorFigures), yearPath, "/v1/admin/health"];

/** What each figure reads: pages of memory or disk, and rows of its scans. */
async function showReads<Actor extends Context["actor"]>(
  { demo, db }: BenchStage,
  read: Readonly<Record<string, (ctx: Context<Actor>) => Promise<unknown>>>,
  ctx: Context<Actor>,
): Promise<void> {
  const explainer = postgres(demo.databaseUrl, { max: 1 });
  const recording = recordingDb(db);
  for (const [path, verb] of Object.entries(read)) {
    recording.takeSent();
    await verb({ ...ctx, db: recording.db });
    let [buffers, rows] = [0, 0];
    const sent = recording.takeSent().filter(({ text }) => /^\s*select\b/i.test(text));
    for (const statement of sent) {
      const plan = await explain(explainer, statement, "force_generic_plan");
      buffers += buffersOf(plan);
      for (const node of nodesOf(plan)) if (node["Relation Name"]) rows += node["Actual Rows"];
    }
    console.log(`${path.padEnd(34)} ${sent.length} statements, ${buffers} buffers, ${rows} rows`);
  }
  await explainer.end();
}

/** Signs the demo's admin user in, by password and authenticator app, and returns the bearer. */
async function signInAdmin({ demo, db }: BenchStage): Promise<string> {
  const { baseUrl, admin } = demo.info;
  if (!admin) throw new Error("the demo has an admin user");
  const { email, password, totpSecret } = admin;
  await db`
    update identity_totp set last_step = 0
    where user_id = (select id from identity_users where email = ${email})`;
  const pass = challengePass(readEnv(demo.settings), {
    address: "127.0.0.1",
    purpose: "login",
  }).cookie;
  const post = async (path: string, body: object, cookie: string) => {
    const headers = { origin: baseUrl, "content-type": "application/json", cookie };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const reply = await fetch(`${baseUrl}/api/identity/${path}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The sign-in was refused: ${text}`);
    const cookies = reply.headers.getSetCookie().map((one) => one.split(";")[0]);
    return { answer: JSON.parse(text) as Record<string, string>, cookie: cookies.join("; ") };
  };
  const first = await post("login", { email, password }, pass.split(";")[0] ?? "");
  const code = totpCode(totpSecret, totpStep(Date.now()));
  const second = await post("second-factor", { ticket: first.answer.ticket, code }, "");
  const { answer } = await post("token", {}, second.cookie);
  if (!answer.accessToken) throw new Error("a session gives access tokens");
  return answer.accessToken;
}

/** Reads paths one by one, the first time of each uncounted. */
async function timeAlone(stage: BenchStage, paths: readonly string[], bearer?: string) {
  for (const path of paths) {
    const times: number[] = [];
    await timeGet(stage, path, bearer);
    for (let count = 0; count < ALONE; count += 1) times.push(await timeGet(stage, path, bearer));
    show(path.replace(/=.*/, "=…"), times);
  }
}

const show = (name: string, times: readonly number[]) =>
  console.log(
    `${name.padEnd(52)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );

const stage = await openStage();
try {
  const { db, demo, deployment, usdc } = stage;
  const [merchant] = await db<{ id: string }[]>`select id from merchants limit 1`;
  if (!merchant) throw new Error("the demo has a merchant");
  const { id: merchantId } = merchant;
  await fillFigures(db, { merchantId, deployment, usdc: usdc.address, rows: ROWS });
  const shared = {
    db,
    modules,
    chains: { all: [deployment.chain], deployments: [deployment] },
    config: settingsFor(demo.databaseUrl),
    log: createLogger("silent"),
    requestId: newId("request"),
  };
  const session = { sessionId: "ses_1" };
  const ofMerchant = {
    kind: "session",
    merchantId,
    mode: "test",
    userId: "usr_1",
    ...session,
  } as const;
  const ofAdmin = { kind: "admin", adminId: "adm_1", role: "super_admin", ...session } as const;
  await showReads(stage, figures, { ...shared, actor: ofMerchant });
  await showReads(stage, operatorFigures, { ...shared, actor: ofAdmin });
  const paths = Object.keys(figures);
  await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 10 });
  await timeAlone(stage, paths);
  await timeAlone(stage, operatorPaths, await signInAdmin(stage));
  const all = await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 20 });
  show(`all of them, ${PER_SECOND} requests/s`, all);
} finally {
  await stage.stop();
}
