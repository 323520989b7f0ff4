import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { expireSessionsWork } from "@/lib/domain/operations/clock/due/expire-sessions-work";
import {
  markInvoicesWork,
  remindInvoicesWork,
} from "@/lib/domain/operations/clock/due/invoices-work";
import { numberEventsWork } from "@/lib/domain/operations/clock/due/number-events-work";
import { remindPayersWork } from "@/lib/domain/operations/clock/due/remind-payers-work";
import { sendMailsWork } from "@/lib/domain/operations/clock/due/send-mails-work";
import { settleRefundsWork } from "@/lib/domain/operations/clock/due/settle-refunds-work";
import { scanChain } from "@/lib/indexer/scan-chain";
import { systemContext } from "@/lib/server/system-context";
import { makeSamples } from "@/testing/api/api-samples";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import type { Sample } from "@/testing/api/derive-samples";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";

/*
 * Whatever the order in which calls about one object lock what they touch: each ends with an answer that its caller
 * can act on, and none with a deadlock. Each pair of verbs that write an object is called several times at once,
 * beside the jobs that write the same rows.
 */

const AT_ONCE = 8;
/** Calls follow each other while what the first of them caused, such as a mail, is being done. */
const WAVES = 12;
const jobs = [
  expireSessionsWork,
  markInvoicesWork,
  remindInvoicesWork,
  remindPayersWork,
  settleRefundsWork,
  numberEventsWork,
  sendMailsWork,
];

let target: ApiTarget;
let smtp: TestSmtp;

beforeAll(async () => {
  [target, smtp] = await Promise.all([openApiTarget(), startSmtp()]);
  // All connections are open: a race begins at once on each of them.
  await Promise.all(Array.from({ length: 40 }, () => target.db`select pg_sleep(0.02)`));
});
afterAll(async () => {
  await smtp.close();
  await target.close();
});

type NamedEndpoint = [name: string, endpoint: Endpoint];

const collectionOf = (path: string) => path.split("/")[2] ?? "";

/** The verbs that write an object of their path's collection. */
const writers: NamedEndpoint[] = [...registry].filter(
  ([, { method, path, auth }]) =>
    method !== "GET" && auth === "merchant" && /^\/v1\/[a-z-]+\/\{id\}(\/[a-z-]+)?$/.test(path),
);
const pairs = writers.flatMap((one, at) =>
  writers
    .slice(at)
    .filter(([, { path }]) => collectionOf(path) === collectionOf(one[1].path))
    .map((other): [string, NamedEndpoint, NamedEndpoint] => [
      `${one[0]} and ${other[0]}`,
      one,
      other,
    ]),
);

function call(
  [name, { method, path }]: NamedEndpoint,
  { keys }: ApiMerchant,
  samples: Record<string, Sample>,
) {
  const { params, body } = samples[name] ?? {};
  return target.send({
    method,
    path: path.replace(/\{(\w+)\}/g, (_, param) => params?.[param] ?? "missing"),
    headers: { authorization: `Bearer ${keys.test}`, "content-type": "application/json" },
    ...(body && { body }),
  });
}

/** Runs each job over and over until it is told to end. */
async function runJobs(signal: AbortSignal): Promise<void> {
  const system = await systemContext();
  const mail = { SMTP_URL: smtp.url, EMAIL_FROM: "Stipend <billing@stipend.example>" };
  const ctx = { ...system, config: { ...system.config, ...mail } };
  const until = () => new Date(Date.now() + 20_000);
  const repeat = async (run: () => Promise<unknown>) => {
    while (!signal.aborted) await run();
  };
  await Promise.all([
    ...jobs.map((job) => repeat(() => job.run(ctx, { db: target.db, until: until() }))),
    ...ctx.chains.all.map((chain) => repeat(() => scanChain(ctx, chain, until()))),
  ]);
}

test("each collection whose objects are written is raced", () => {
  expect(writers.map(([, { path }]) => collectionOf(path))).toEqual(
    expect.arrayContaining([
      "payment-sessions",
      "invoices",
      "subscriptions",
      "refunds",
      "api-keys",
    ]),
  );
});

test.each(pairs)(
  "%s at once, beside the jobs, end without an error of ours",
  async (_, one, other) => {
    const merchant = await target.addMerchant();
    const samples = await makeSamples(target, merchant, "test");
    const ending = new AbortController();
    const running = runJobs(ending.signal);
    const replies = [];
    for (let wave = 0; wave < WAVES; wave += 1) {
      const calls = Array.from({ length: AT_ONCE }, (_, at) =>
        call(at % 2 === 0 ? one : other, merchant, samples),
      );
      replies.push(...(await Promise.all(calls)));
    }
    ending.abort();
    await running;
    const failed = replies.filter(({ status }) => status >= 500);
    expect(failed.map(({ body }) => body)).toEqual([]);
  },
);
