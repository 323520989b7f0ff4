import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { drainRelay } from "@/lib/domain/relay/drain-relay";
import { enrol, openRenewalStage, type RenewalStage } from "./renewal-stage";
import { workUntil } from "./renewal-work";

/*
 * What one process needs for one drain that looks at every subscription there is, all of them due: what is alive on the heap
 * after a collection, at the most, and the process as the system sees it. The contract knows none of them but the first, so
 * that each is claimed, read and decided about, and none is charged.
 */
const SIZES = (process.env.BENCH_SIZES ?? "1000,50000").split(",").map(Number);
const SAMPLE_MS = 200;
const MINUTES = 10;
const ROWS_AT_ONCE = 5_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Copies of the stored subscription that are due, with payers and ids of their own. */
async function fill({ db }: RenewalStage, size: number): Promise<void> {
  await db`delete from subscriptions where id like 'sub_fill%'`;
  for (let from = 1; from <= size; from += ROWS_AT_ONCE) {
    await db`
      insert into subscriptions select (r).* from (
        select jsonb_populate_record(null::subscriptions, to_jsonb(s) || jsonb_build_object(
          'id', 'sub_fill_' || n, 'onchain_id', '\\x' || encode(sha256(n::text::bytea), 'hex'),
          'payer', '\\x' || substr(encode(sha256(n::text::bytea), 'hex'), 1, 40),
          'attempt_at', c.head_at
        )) as r
        from chain_cursors c
        join subscriptions s on s.chain_id = c.chain_id and s.id not like 'sub_fill%',
          generate_series(${from}::int, ${Math.min(size, from + ROWS_AT_ONCE - 1)}::int) n
      ) filled`;
  }
  await db`analyze`;
}

async function countDue({ db }: RenewalStage): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int from subscriptions s join chain_cursors c on c.chain_id = s.chain_id
    where s.id like 'sub_fill%' and s.attempt_at <= c.head_at`;
  return row?.count ?? 0;
}

/** Lets the keepers look at all that is due, on a chain that stands still. */
async function measure(stage: RenewalStage, size: number): Promise<void> {
  await fill(stage, size);
  collect();
  const before = process.memoryUsage();
  let [heap, rss] = [0, 0];
  const timer = setInterval(() => {
    collect();
    const now = process.memoryUsage();
    heap = Math.max(heap, now.heapUsed);
    rss = Math.max(rss, now.rss);
  }, SAMPLE_MS);
  const startedAt = performance.now();
  await drainRelay(stage.ctx, { until: new Date(Date.now() + MINUTES * 60_000) });
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(timer);
  const left = await countDue(stage);
  console.log(
    `${size} due, ${size - left} looked at in one drain of ${seconds.toFixed(1)} s: heap at most ${mebibytes(heap)} (${mebibytes(before.heapUsed)} before), process at most ${mebibytes(rss)}`,
  );
}

const stage = await openRenewalStage();
await enrol(stage, { count: 1, merchants: 1 });
await workUntil(stage, async () => {
  const [row] = await stage.db<{ count: number }[]>`
    select count(*)::int from subscriptions where status <> 'pending'`;
  return row?.count === 1;
});
for (const size of SIZES) await measure(stage, size);
await stage.stop();
process.exit();
