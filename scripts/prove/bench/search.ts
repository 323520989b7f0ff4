import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";
import { fillQuickly, openStage, percentile, sendAtRate, timeGet } from "./bench-stage";

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PER_SECOND = 20;
const ALONE = 20;
/** A row of the big merchant's in test mode. */
const ROW = "1000";

const random = createHash("md5").update(ROW).digest("hex").slice(0, 24);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** What somebody types, by what it is. */
const texts: Readonly<Record<string, string>> = {
  "a payment's id": `ps_${random}`,
  "an event's id": `evt_${random}`,
  "an address of e-mail": "rare@example.com",
  "an address of e-mail that many rows have": "frequent@example.com",
  "a name that many rows have": "customer freq",
  "how nearly every name begins": "customer",
  "a letter": "s",
  "an invoice's number": "INV-000200",
  "an amount that nearly all rows have": "5",
  "an amount that none of the newest rows has": "7.00 USDC",
  "a transaction's hash": `0x${sha256(ROW)}`,
  "a hash that nothing has": `0x${sha256("nothing")}`,
  "a wallet": `0x${sha256(random).slice(0, 40)}`,
  "a word that nothing has": "zebra crossing",
};

const pathOf = (text: string) => `/v1/search?${new URLSearchParams({ q: text })}`;

/** A part of a name anywhere in it, which no index finds. */
async function timeScan(db: Sql, merchantId: string): Promise<number> {
  const startedAt = performance.now();
  await db`
    select id from customers where merchant_id = ${merchantId} and mode = 'test' and name ilike '%rare%'
    order by created_at desc limit 5`;
  return performance.now() - startedAt;
}

async function repeat(time: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < ALONE; count += 1) times.push(await time());
  return times;
}

const show = (name: string, times: readonly number[]) =>
  console.log(
    `${name.padEnd(52)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );

const stage = await openStage();
try {
  const merchantId = await fillQuickly(stage, ROWS);
  const paths = Object.values(texts).map(pathOf);
  await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 3 });
  const all = await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 30 });
  for (const [name, text] of Object.entries(texts)) {
    show(name, await repeat(() => timeGet(stage, pathOf(text))));
  }
  show(
    "a part of a customer's name, by no index",
    await repeat(() => timeScan(stage.db, merchantId)),
  );
  show(`\nall of them, ${PER_SECOND} searches/s`, all);
} finally {
  await stage.stop();
}
