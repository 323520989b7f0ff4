import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStage, makePayers, openStage, type Payer } from "./bench-stage";
import { post, preparePayments, relayPayments } from "./payment-load";

/** What a payment takes in the database: relayed, confirmed, and told to one webhook endpoint. */
const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 4_000);
const PAYERS = 200;
const AMOUNT = 1_000_000n;
/** The tables are vacuumed after each round, as autovacuum does: rows that were changed make room. */
const ROUNDS = 4;

/** What a part of a table is: its rows, or one index. */
interface Part {
  table: string;
  /** Null for the rows, with what is stored beside them. */
  index: string | null;
  bytes: number;
}

/** The parts of every table, the rows of each first. */
async function measure({ db }: BenchStage): Promise<Part[]> {
  return await db<Part[]>`
    select n.nspname || '.' || t.relname as table, i.relname as index,
      case when i.oid is null then pg_table_size(t.oid) else pg_relation_size(i.oid) end::float8 as bytes
    from pg_class t
      join pg_namespace n on n.oid = t.relnamespace
      cross join lateral (
        select null::oid as oid, null::name as relname
        union all select c.oid, c.relname from pg_index x join pg_class c on c.oid = x.indexrelid
        where x.indrelid = t.oid
      ) i
    where t.relkind = 'r' and n.nspname in ('public', 'engine')`;
}

async function pay(stage: BenchStage, payers: readonly Payer[]): Promise<void> {
  const count = PAYMENTS / ROUNDS;
  const bodies = await preparePayments(stage, payers, { count, amount: AMOUNT, idempotent: true });
  await relayPayments(stage, bodies);
  await untilAtRest(stage);
  await stage.db`vacuum analyze`;
}

/** Until everything is delivered and every nonce is closed. */
async function untilAtRest({ db }: BenchStage): Promise<void> {
  for (;;) {
    const [row] = await db<{ open: number }[]>`
      select (select count(*) from webhook_dispatches where state in ('pending', 'sending'))::int
        + (select count(*) from relay_batches where state <> 'consumed')::int as open`;
    if (row?.open === 0) return;
    await sleep(200);
  }
}

/** What is there for 30 days besides, and is no part of the payment itself. */
const BESIDES = /^public\.(?:mails|request_log)/;
const MOST_BYTES = 10_300;

/** Each table's growth by its parts, the largest first. @returns the bytes of a payment itself */
function report(before: readonly Part[], after: readonly Part[]): number {
  const nameOf = ({ table, index }: Part) => `${table} ${index ?? ""}`;
  const sizes = new Map(before.map((part) => [nameOf(part), part.bytes]));
  const grown = after
    .map((part) => ({ ...part, bytes: (part.bytes - (sizes.get(nameOf(part)) ?? 0)) / PAYMENTS }))
    .filter(({ bytes }) => bytes >= 1);
  const sum = (parts: readonly Part[]) => parts.reduce((total, { bytes }) => total + bytes, 0);
  const tables = [...new Set(grown.map(({ table }) => table))]
    .map((table) => ({ table, parts: grown.filter((part) => part.table === table) }))
    .sort((one, other) => sum(other.parts) - sum(one.parts));
  const line = (bytes: number, name: string) => `${bytes.toFixed(0).padStart(7)}  ${name}`;
  const own = sum(grown.filter(({ table }) => !BESIDES.test(table)));
  console.log(line(own, `bytes per payment, of at most ${MOST_BYTES}`));
  console.log(line(sum(grown) - own, "for its mail and the log of its requests"));
  for (const { table, parts } of tables) {
    console.log(line(sum(parts), table));
    for (const { bytes, index } of parts.sort((one, other) => other.bytes - one.bytes)) {
      console.log(line(bytes, `  ${index ?? "rows"}`));
    }
  }
  return own;
}

const stage = await openStage();
try {
  await post(stage, "/v1/webhook-endpoints", {
    url: stage.demo.info.webhookSinkUrl,
    events: ["payment.completed", "payment.failed"],
    mode: "test",
  });
  const payers = await makePayers(stage, PAYERS, AMOUNT * BigInt(2 * PAYMENTS));
  await pay(stage, payers);
  const before = await measure(stage);
  for (let round = 0; round < ROUNDS; round += 1) await pay(stage, payers);
  if (report(before, await measure(stage)) > MOST_BYTES) process.exitCode = 1;
} finally {
  await stage.stop();
}
