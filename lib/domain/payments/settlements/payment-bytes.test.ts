import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import {
  drain,
  index,
  makeFinal,
  newPayer,
  openSession,
  signRequest,
  submit,
} from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";

/**
 * What a payment leaves for longer than it is open, with its webhook, by its rows and the entries of its indexes. On
 * disk pages are not full, and entries of lists are shared: there the limit is 10,000 bytes, which takes minutes to see
 * (`npm run bench:storage`). Whoever adds a column or an index makes room for it elsewhere.
 */
const MOST_BYTES = 8_300;
const tables = [
  "payment_sessions",
  "transactions",
  "relay_submissions",
  "relay_batch_items",
  "events",
  "webhook_dispatches",
  "webhook_deliveries",
  "chain_events",
  "compliance_screenings",
];

let world: World;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world.stop());

/** The pointer to a row or an entry on its page. */
const POINTER_BYTES = 4;
/** What an index's entry begins with. */
const ENTRY_HEADER_BYTES = 8;
/** What `row(…)` begins with, as a stored row does. */
const ROW_HEADER_BYTES = 24;
/** A hash's entry: a header and four bytes. */
const HASH_ENTRY_BYTES = 16;
/** What a row adds to a Bloom filter that is wrong once in a thousand times, with its share of the range's entry. */
const BLOOM_ROW_BYTES = 3;

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

interface Index {
  name: string;
  method: string;
  columns: string[];
  predicate: string | null;
}

/**
 * The bytes that a table's rows and the entries of its indexes take, by part, without what pages leave free and
 * without what equal entries share: so it is the same each time, and larger than on disk.
 */
async function rowBytes(db: Sql, table: string): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  const sizes = await db.unsafe<{ bytes: number }[]>(
    `select pg_column_size(t.*)::int as bytes from ${table} t`,
  );
  parts.set(
    table,
    sizes.reduce((sum, { bytes }) => sum + aligned(bytes) + POINTER_BYTES, 0),
  );
  const indexes = await db<Index[]>`
    select c.relname as name, a.amname as method, pg_get_expr(x.indpred, x.indrelid) as predicate,
      array(select pg_get_indexdef(x.indexrelid, n, true) from generate_series(1, x.indnatts) n) as columns
    from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam
    where x.indrelid = ${table}::regclass`;
  for (const index of indexes) parts.set(index.name, await entryBytes(db, table, index));
  return parts;
}

async function entryBytes(db: Sql, table: string, index: Index): Promise<number> {
  const { method, columns, predicate } = index;
  if (method === "brin") {
    const [row] = await db.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${table} where ${predicate ?? "true"}`,
    );
    return (row?.rows ?? 0) * BLOOM_ROW_BYTES;
  }
  const entries = await db.unsafe<{ bytes: number }[]>(
    `select pg_column_size(row(${columns.join(", ")}))::int as bytes from ${table}
     where ${predicate ?? "true"}`,
  );
  const sizeOf = (bytes: number) =>
    method === "hash" ? HASH_ENTRY_BYTES : ENTRY_HEADER_BYTES + aligned(bytes - ROW_HEADER_BYTES);
  return entries.reduce((sum, { bytes }) => sum + POINTER_BYTES + sizeOf(bytes), 0);
}

async function measureAll(): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  for (const table of tables) {
    for (const [part, bytes] of await rowBytes(world.db, table)) parts.set(part, bytes);
  }
  return parts;
}

test("a confirmed payment's rows and entries stay within their room", async () => {
  const payer = await newPayer(world);
  const ctx = world.merchantContext();
  const endpoint = {
    url: "http://127.0.0.1:9/",
    events: ["payment.completed" as const],
    mode: "test" as const,
  };
  await createWebhookEndpoint.run(
    ctx,
    endpoint,
    await createWebhookEndpoint.prepare(ctx, endpoint),
  );
  await index(world);
  const before = await measureAll();
  const request = await signRequest(world, payer, await openSession(world));
  await submit(ctx, request);
  await drain(world.systemContext());
  await world.chain.mine(1);
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  await numberEvents({ db: world.db });
  const [row] = await world.db<{ status: string; open: number }[]>`
    select status, (select count(*) from events where position is null)::int as open
    from payment_sessions`;
  expect(row).toEqual({ status: "confirmed", open: 0 });
  const grown = [...(await measureAll())].map(
    ([part, bytes]) => [part, bytes - (before.get(part) ?? 0)] as const,
  );
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total, JSON.stringify(Object.fromEntries(grown), null, 1)).toBeLessThanOrEqual(MOST_BYTES);
});
