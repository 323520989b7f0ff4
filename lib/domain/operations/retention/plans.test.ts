import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { removeOldRows } from "./remove-old-rows";

const YOUNG = 20_000;
const OLD = 50;

let world: WebhookWorld;
let db: Sql;

/** Whose rows they are, and of which age. */
interface OldRows {
  readonly merchantId: string;
  readonly endpointId: string;
  /** Payments; each has the rows that a relayed payment with a webhook endpoint has. */
  readonly payments: number;
  readonly ageDays: number;
  /** Told apart from other calls. */
  readonly prefix: string;
}

const ADDRESS = `0x${"2".repeat(40)}`;

async function deploymentOf(db: Sql): Promise<string> {
  const [known] = await db<{ id: string }[]>`select id from deployments limit 1`;
  if (known) return known.id;
  const id = newId("deployment");
  await db`insert into deployments ${db({
    id,
    mode: "test",
    chainId: 31337,
    usdc: ADDRESS,
    genesisHash: `0x${"1".repeat(64)}`,
    tokens: {},
  })}`;
  return id;
}

/** Fills the tables that retention empties, with statements that take no round trip per row. */
async function insertOldRows(db: Sql, rows: OldRows): Promise<void> {
  const { merchantId, payments, ageDays, prefix } = rows;
  const deploymentId = await deploymentOf(db);
  const at = db`now() - ${ageDays} * interval '1 day' - n * interval '1 millisecond'`;
  const hash = db`sha256((${prefix} || n)::bytea)`;
  const series = db`generate_series(1, ${payments}::int) n`;
  await insertEvents(db, rows);
  await db`
    insert into idempotency_keys (scope, request_hash, status, answer, created_at)
    select convert_to(${prefix} || n, 'UTF8'), '\\x00', 201, convert_to(repeat('a', 300), 'UTF8'), ${at} from ${series}`;
  await db`
    insert into outbox (name, data, created_at, sent_at)
    select 'webhooks/wake', '{}', ${at}, ${at} from ${series}`;
  await db`
    insert into rate_buckets (key, tokens, granted, refilled_at)
    select ${prefix} || n, 1, 0, ${at} from ${series}`;
  await db`
    insert into gas_budgets (day, subject, used)
    select to_char(${at}, 'YYYY-MM-DD'), ${prefix} || n, 1 from ${series}`;
  await db`
    insert into relay_submissions (id, merchant_id, mode, origin, idempotency_key, request_hash, kind,
      deployment_id, chain_id, state, chain_merchant_id, payer, token_address, amount, ref, auth_nonce,
      valid_after, valid_before, auth_signature, intent_signature, payment_id, closed_at, created_at)
    select 'rsb_' || ${prefix} || n, ${merchantId}, 'test', 'api', ${prefix} || n, '\\x00', 'payment',
      ${deploymentId}, 31337, 'confirmed', 1, ${ADDRESS}, ${ADDRESS}, 1, ${hash}, ${hash},
      0, 0, '\\x01', '\\x02', ${hash}, ${at}, ${at}
    from ${series}`;
  await db`
    insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
      gas_limit, consumed_at, created_at)
    select 'rb_' || ${prefix} || n, 31337, substr(sha256(${prefix}::text::bytea), 1, 20), n, ${deploymentId}, 'pay', 'consumed', ${ADDRESS},
      1, ${at}, ${at}
    from ${series}`;
  await db`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index, open)
    select 'rb_' || ${prefix} || n, 'rsb_' || ${prefix} || n, 0, 0, false from ${series}`;
  await db`
    insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas,
      created_at)
    select ${hash}, 'rb_' || ${prefix} || n, 'payload', '\\x02', 1, 1, ${at}
    from ${series}`;
}

/** Two events of each resource; the second went to the endpoint. */
async function insertEvents(db: Sql, rows: OldRows): Promise<void> {
  const { merchantId, endpointId, payments, ageDays, prefix } = rows;
  const at = db`now() - ${ageDays} * interval '1 day' - n * interval '1 millisecond'`;
  await db`
    insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id, sequence,
      object, created_at)
    select 'evt_' || ${prefix} || n || 'x' || s, ${merchantId}, 'test', 'payment.completed', '2026-04-27',
      'payment_session', 'ps_' || ${prefix} || n, s, json_build_object('note', repeat('a', 500)), ${at}
    from generate_series(1, ${payments}::int) n, generate_series(1, 2) s`;
  await db`
    insert into webhook_dispatches (id, event_id, endpoint_id, state, created_at)
    select 'whx_' || ${prefix} || n, 'evt_' || ${prefix} || n || 'x2', ${endpointId}, 'succeeded', ${at}
    from generate_series(1, ${payments}::int) n`;
  await db`
    insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id, attempt, status,
      response_body, created_at)
    select 'whd_' || ${prefix} || n, ${merchantId}, 'test', 'whx_' || ${prefix} || n,
      ${endpointId}, 1, 'succeeded', 'ok', ${at}
    from generate_series(1, ${payments}::int) n`;
}

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
  const { id: endpointId } = await world.addEndpoint({ url: "http://127.0.0.1:9/" });
  const common = { merchantId: world.merchantId, endpointId };
  await insertOldRows(db, { ...common, payments: OLD, ageDays: 91, prefix: "old" });
  await insertOldRows(db, { ...common, payments: YOUNG, ageDays: 0, prefix: "young" });
});
afterAll(() => world.stop());

interface Scans {
  table: string;
  rows: number;
  read: number;
}

/** Rows that sequential scans have read, by table. What ended connections did is counted. */
const scans = () =>
  db<Scans[]>`
    select relname as table, n_live_tup::int as rows, seq_tup_read::int as read
    from pg_stat_user_tables where n_live_tup >= ${YOUNG / 2}`;

/** Removes over connections of its own, whose statistics are complete once they are gone. */
async function removeApart(): Promise<number> {
  const pool = createDb(world.url, { applicationName: "retention-test" });
  const until = new Date(Date.now() + 60_000);
  const { removed } = await removeOldRows({ ...world.system(), db: pool }, { until });
  await pool.end();
  for (;;) {
    const left = await db`
      select from pg_stat_activity where application_name = 'retention-test'`;
    if (left.length === 0) return removed;
  }
}

test.each([
  ["before the tables were ever analysed", ""],
  ["with fresh statistics", "analyze"],
])("no table is read from end to end, %s", async (_, statement) => {
  if (statement) await db.unsafe(statement);
  await db`select pg_stat_force_next_flush()`;
  const before = new Map((await scans()).map(({ table, read }) => [table, read]));
  const removed = await removeApart();
  if (!statement) expect(removed).toBeGreaterThan(OLD * 5);
  const after = await scans();
  expect(after.length).toBeGreaterThan(8);
  const read = after.map(({ table, read }) => [table, read - (before.get(table) ?? 0)] as const);
  expect(read.filter(([, rows]) => rows > 0)).toEqual([]);
});
