import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { MerchantActor } from "@/lib/domain/context";
import { type SentEventRow, unplacedPosition } from "@/lib/domain/events/event-rows";
import { numberEvents } from "@/lib/domain/events/number-events";
import { eventBody } from "@/lib/domain/events/view";
import { findDelivery } from "@/lib/domain/webhook-deliveries/delivery-rows";
import { domainKeyOf } from "@/lib/indexer/decode";
import { templateUrl } from "@/testing/template-url";
import { createDb } from "./client";
import { migrate } from "./migrate";

/** The migrations before the one that made the lists' indexes: what an older installation has applied. */
const older = mkdtempSync(join(tmpdir(), "stipend-migrations-"));
cpSync("db/migrations", older, { recursive: true });
const journalFile = join(older, "meta/_journal.json");
const journal = JSON.parse(readFileSync(journalFile, "utf8")) as { entries: { tag: string }[] };
const at = journal.entries.findIndex(({ tag }) => tag.endsWith("list-indexes"));
const [listIndexes] = journal.entries.splice(at);
writeFileSync(journalFile, JSON.stringify(journal));

const template = await templateUrl();
const admin = postgres(template.replace(/\/[^/]*$/, "/postgres"), { max: 1 });
let db: postgres.Sql;
let url: string;
let count = 0;

beforeEach(async () => {
  const name = `migrate_${process.pid}_${count}`;
  count += 1;
  await admin`create database ${admin(name)}`;
  url = template.replace(/\/[^/]*$/, `/${name}`);
  await migrate(url, older);
  db = postgres(url, { onnotice: () => {} });
});
afterEach(async () => {
  await db.end({ timeout: 5 });
});
afterAll(async () => {
  const left = await admin<{ datname: string }[]>`
    select datname from pg_database where datname like ${`migrate\\_${process.pid}\\_%`}`;
  for (const { datname } of left) await admin`drop database ${admin(datname)} with (force)`;
  await admin.end();
  rmSync(older, { recursive: true });
});

const addMerchant = (sql: postgres.Sql | postgres.TransactionSql, id: string) =>
  sql`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
const hashOf = (name: string) => `0x${createHash("sha256").update(name).digest("hex")}`;
const stored = (hex: string | undefined) => Buffer.from(hex?.slice(2) ?? "", "hex");
const addressOf = (name: string) => hashOf(name).slice(0, 42);
const addCustomer = (sql: postgres.Sql | postgres.TransactionSql, id: string) =>
  sql`insert into customers (id, merchant_id, mode, wallet_address) values (${id}, 'mer_1', 'test', ${addressOf(id)})`;

interface IndexState {
  name: string;
  valid: boolean;
}
const customerIndexes = () => db<IndexState[]>`
  select c.relname as name, i.indisvalid as valid
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'customers'::regclass
    and (c.relname like '%created_at%' or c.relname like 'customers_recent%')`;

test("an installation with data gets the lists' indexes in place of the old ones", async () => {
  await addMerchant(db, "mer_1");
  await addCustomer(db, "cus_1");
  expect(await customerIndexes()).toMatchObject([{ name: expect.stringContaining("created_at") }]);
  await migrate(url);
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
  expect(await db`select id from customers`).toEqual([{ id: "cus_1" }]);
});

test("what an installation has settled keeps its signatures, its signed bytes and its events", async () => {
  const [hash, address] = [`0x${"1".repeat(64)}`, `0x${"2".repeat(40)}`];
  const [registry, codeHash] = [`0x${"3".repeat(40)}`, `0x${"4".repeat(64)}`];
  await addMerchant(db, "mer_1");
  await db`insert into deployments (id, mode, chain_id, registry, processor, usdc, start_block,
      genesis_hash, code_hashes, tokens)
    values ('dep_1', 'test', 1, ${registry}, ${address}, ${address}, 7, ${hash},
      ${JSON.stringify({ registry: codeHash, processor: hash })}::text::jsonb, '{}')`;
  for (const [id, state] of [
    ["settled", "confirmed"],
    ["refused", "rejected"],
  ] as const) {
    await db`insert into relay_submissions (id, merchant_id, mode, origin, idempotency_key, request_hash,
        kind, deployment_id, chain_id, state, chain_merchant_id, payer, token_address, amount, ref,
        auth_nonce, valid_after, valid_before, auth_signature, intent_signature, payment_id)
      values (${id}, 'mer_1', 'test', 'api', ${id}, '', 'payment', 'dep_1', 1, ${state}, 1, ${address},
        ${address}, 1, ${hash}, ${hashOf(id)}, 0, 0, '0x0a0b', '0x0c0dff', ${hashOf(id)})`;
    await db`insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount,
        currency, fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id,
        chain_id, tx_hash, log_index, block_number, block_hash, block_timestamp)
      values (${id}, 'mer_1', 'test', 'dep_1', 'payment', 'confirmed', 1, 'USDC', 0, 1, 0, ${address},
        ${address}, ${address}, ${hash}, ${hashOf(id)}, 1, ${hash}, 0, 1, ${hash}, now())`;
  }
  await db`insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
      call_data, gas_limit)
    values ('rb_1', 1, ${address}, 0, 'dep_1', 'pay', 'in_flight', ${address}, '0xfe', 1)`;
  await db`insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas,
      max_priority_fee_per_gas)
    values (${hash}, 'rb_1', 'payload', '0x02ff', 1, 1)`;
  await db`insert into chain_events (chain_id, block_number, tx_hash, log_index, deployment_id, contract,
      name, domain_key, args)
    values (1, 1, ${hash}, 0, 'dep_1', ${address}, 'PaymentSettled',
      ${`${address}:PaymentSettled:${hash}`}, '{}')`;
  const told = { id: "ps_1", amount: "1", metadata: { note: "é" } };
  await db`insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id,
      sequence, object)
    values ('evt_1', 'mer_1', 'test', 'payment.completed', '2026-04-27', 'payment_session', 'ps_1', 1,
      ${JSON.stringify(told)}::text::json)`;
  // The second began before the first, which it waited for; another resource's came in between.
  await db`insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id,
      sequence, object, created_at)
    values
      ('evt_2', 'mer_1', 'test', 'payment.failed', '1', 'payment_session', 'ps_1', 2, '{}',
        now() - interval '1 minute'),
      ('evt_0', 'mer_1', 'test', 'payment.created', '1', 'payment_session', 'ps_0', 1, '{}',
        now() + interval '1 second')`;
  await addCustomer(db, "cus_1");
  for (const status of ["pending", "cancelled"]) {
    await db`insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
        token_address, ref, status, customer_id, payer_email, created_via, expires_at)
      values (${status}, 'mer_1', 'test', 'dep_1', 1, 'USDC', ${address}, ${hashOf(status)}, ${status},
        'cus_1', 'ada@example.com', 'api', now())`;
  }
  await db`update deployments set joined_at = now()`;
  await migrate(url);
  expect(
    await db`select id, receipt_email, receipt_wallet from payment_sessions order by id`,
  ).toEqual([
    { id: "cancelled", receipt_email: null, receipt_wallet: null },
    {
      id: "pending",
      receipt_email: "ada@example.com",
      receipt_wallet: stored(addressOf("cus_1")),
    },
  ]);
  const everyMail = { paymentReceived: true, subscriptionCharged: true };
  expect(await db`select email_prefs from merchants`).toEqual([{ email_prefs: everyMail }]);
  const pinned = { version: 1, start_block: "7" };
  expect(await db`select id, intent_signature from transactions order by id`).toEqual([
    { id: "refused", intent_signature: null },
    { id: "settled", intent_signature: Buffer.from("0c0dff", "hex") },
  ]);
  expect(await db`select auth_signature, intent_signature from relay_submissions limit 1`).toEqual([
    { auth_signature: Buffer.from("0a0b", "hex"), intent_signature: Buffer.from("0c0dff", "hex") },
  ]);
  expect(await db`select raw from relay_attempts`).toEqual([{ raw: Buffer.from("02ff", "hex") }]);
  expect(
    await db`select kind, version, address, code_hash, start_block, joined_at is not null as joined
      from deployment_contracts order by kind`,
  ).toEqual([
    {
      ...pinned,
      kind: "processor",
      address: stored(address),
      code_hash: stored(hash),
      joined: true,
    },
    {
      ...pinned,
      kind: "registry",
      address: stored(registry),
      code_hash: stored(codeHash),
      joined: false,
    },
  ]);
  const key = Buffer.from(domainKeyOf(address, "PaymentSettled", hash), "hex");
  expect(await db`select from chain_events where domain_key = ${key}`).toHaveLength(1);
  expect(await db`select tx_hash, block_number from transactions`).toEqual([
    { tx_hash: stored(hash), block_number: "1" },
    { tx_hash: stored(hash), block_number: "1" },
  ]);
  expect(
    await db`select payer, token_address, ref, auth_nonce, payment_id, wallet, tx_hash
      from relay_submissions where id = 'settled'`,
  ).toEqual([
    {
      payer: stored(address),
      token_address: stored(address),
      ref: stored(hash),
      auth_nonce: stored(hashOf("settled")),
      payment_id: stored(hashOf("settled")),
      wallet: null,
      tx_hash: null,
    },
  ]);
  const upgraded = createDb(url, { work: "maintenance" });
  expect(await upgraded`select id, position from events order by position`).toEqual([
    { id: "evt_1", position: 1n },
    { id: "evt_2", position: 2n },
    { id: "evt_0", position: 3n },
  ]);
  expect(await upgraded`select last_position from event_counters`).toEqual([{ lastPosition: 3n }]);
  await upgraded`
    insert into events (id, merchant_id, mode, type, resource_id, sequence)
    values ('evt_3', 'mer_1', 'test', 'payment.failed', 'ps_1', 3)`;
  await numberEvents({ db: upgraded });
  expect(await upgraded`select position from events where id = 'evt_3'`).toEqual([
    { position: 4n },
  ]);
  const [event, newer] = await upgraded<SentEventRow[]>`
    select *, ${unplacedPosition(upgraded)} from events e
    where id in ('evt_1', 'evt_3') order by position`;
  await upgraded.end();
  if (!event || !newer) throw new Error("the events are there");
  expect(eventBody(event)).toContain(`"data":{"object":${JSON.stringify(told)}}`);
  // Its webhook was sent without.
  expect(eventBody(event)).not.toContain("position");
  expect(eventBody(newer)).toContain('"position":4,');
});

test("an installation with nonces in use takes operators' calls beside them", async () => {
  const address = addressOf("wallet");
  await addMerchant(db, "mer_1");
  await db`insert into deployments (id, mode, chain_id, registry, processor, usdc, start_block,
      genesis_hash, code_hashes, tokens)
    values ('dep_1', 'test', 1, ${address}, ${addressOf("processor")}, ${address}, 7, ${hashOf("genesis")},
      ${JSON.stringify({ registry: hashOf("code"), processor: hashOf("code") })}::text::jsonb, '{}')`;
  await db`insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
      call_data, gas_limit)
    values ('rb_1', 1, ${address}, 0, 'dep_1', 'pay', 'in_flight', ${address}, '0xfe', 1)`;
  await migrate(url);
  const slot = (kind: string) => db`
    insert into relay_batches (id, chain_id, wallet, nonce, kind, state, call_to, gas_limit)
    values ('rb_2', 1, ${stored(address)}, 1, ${kind}, 'signed', ${stored(address)}, 1)`;
  await slot("operator_call");
  await expect(slot("anything")).rejects.toThrow("relay_batches_kind");
  const call = (id: string, kind: string, state: string) => db`
    insert into operator_calls (id, kind, chain_id, deployment_id, mode, merchant_id, state,
      requested_by)
    values (${id}, ${kind}, 1, 'dep_1', 'test', 'mer_1', ${state}, 'tester')`;
  await call("opc_1", "suspend", "signed");
  await call("opc_2", "close", "queued");
  await expect(call("opc_3", "reactivate", "mined")).rejects.toThrow("operator_calls_in_flight");
  await expect(call("opc_3", "register", "queued")).rejects.toThrow("operator_calls_wanted");
  await db`update operator_calls set state = 'done', closed_at = now() where id = 'opc_1'`;
  const again = db`update operator_calls set state = 'queued', closed_at = null where id = 'opc_1'`;
  await expect(again).rejects.toThrow("is final");
});

test("a delivery of an older installation still tells its event, and a payment id is settled once", async () => {
  const [hash, address] = [`0x${"1".repeat(64)}`, `0x${"2".repeat(40)}`];
  await addMerchant(db, "mer_1");
  await db`insert into deployments (id, mode, chain_id, registry, processor, usdc, start_block,
      genesis_hash, code_hashes, tokens)
    values ('dep_1', 'test', 1, ${`0x${"3".repeat(40)}`}, ${address}, ${address}, 7, ${hash},
      ${JSON.stringify({ registry: hash, processor: hash })}::text::jsonb, '{}')`;
  await db`insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount,
      currency, fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id,
      chain_id, tx_hash, log_index, block_number, block_hash, block_timestamp)
    values ('txn_1', 'mer_1', 'test', 'dep_1', 'payment', 'confirmed', 1, 'USDC', 0, 1, 0, ${address},
      ${address}, ${address}, ${hash}, ${hash}, 1, ${hash}, 0, 1, ${hash}, now())`;
  await db`insert into webhook_endpoints (id, merchant_id, mode, url, destination, events, api_version,
      secret_sealed)
    values ('we_1', 'mer_1', 'test', 'https://a.example', 'a.example:443', '{}', '2026-04-27', '-')`;
  await db`insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id,
      sequence, object)
    values ('evt_1', 'mer_1', 'test', 'payment.completed', '2026-04-27', 'payment_session', 'ps_1', 1, '{}')`;
  await db`insert into webhook_dispatches (id, merchant_id, mode, event_id, endpoint_id, state)
    values ('whx_1', 'mer_1', 'test', 'evt_1', 'we_1', 'succeeded')`;
  await db`insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, event_id, endpoint_id,
      attempt, status)
    values ('whd_1', 'mer_1', 'test', 'whx_1', 'evt_1', 'we_1', 1, 'succeeded')`;
  await migrate(url);
  const upgraded = createDb(url, { work: "maintenance" });
  const owner: MerchantActor = {
    kind: "key",
    merchantId: "mer_1",
    mode: "test",
    keyId: "ak_1",
    keyKind: "secret",
    scopes: [],
  };
  const found = await findDelivery(upgraded, owner, "whd_1");
  await upgraded.end();
  expect(found).toMatchObject({ eventId: "evt_1", isReplay: false, attempt: 1 });
  await expect(db`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
      net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id, tx_hash,
      log_index, block_number, block_timestamp)
    select 'txn_2', merchant_id, mode, deployment_id, type, status, amount, currency, fee, net_amount,
      fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id, tx_hash, 1,
      block_number, block_timestamp from transactions`).rejects.toThrow("transactions_settlement");
});

test("writers go on while an index waits for an older transaction", async () => {
  await addMerchant(db, "mer_1");
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const open = db.begin(async (tx) => {
    await addCustomer(tx, "cus_1");
    await held;
  });
  await until(
    async () =>
      (
        await db`select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`
      ).length > 0,
  );
  const migrated = migrate(url);
  await until(async () => (await waiting()) > 0);
  await db.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`;
    await addCustomer(tx, "cus_2");
  });
  expect(await waiting()).toBe(1);
  commit();
  await open;
  await migrated;
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
});

test("processes that start together migrate once, and none dies of the other", async () => {
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
  const [row] = await db<{ twice: number }[]>`
    select count(*)::int - count(distinct hash)::int as twice from drizzle.__drizzle_migrations`;
  expect(row?.twice).toBe(0);
});

test("an index that a killed process left half made is made again", async () => {
  await db`create index customers_recent on customers (id)`;
  await db`update pg_index set indisvalid = false where indexrelid = 'customers_recent'::regclass`;
  await migrate(url);
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
  const [row] = await db<{ definition: string }[]>`
    select pg_get_indexdef('customers_recent'::regclass) as definition`;
  expect(row?.definition).toContain("(merchant_id, mode, created_at)");
});

test("a migration of indexes that was killed goes on where it stopped", async () => {
  await db`create index events_age on events ((created_at at time zone 'UTC'))`;
  await db`drop index customers_merchant_id_mode_created_at_id_index`;
  await migrate(url);
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
  expect(await db`select to_regclass('events_created') as old`).toEqual([{ old: null }]);
});

test("a migration that mixes concurrent statements with others is refused", async () => {
  const mixed = mkdtempSync(join(tmpdir(), "stipend-migrations-"));
  cpSync("db/migrations", mixed, { recursive: true });
  const path = join(mixed, `${listIndexes?.tag}.sql`);
  writeFileSync(path, `${readFileSync(path, "utf8")}--> statement-breakpoint\nselect 1`);
  await expect(migrate(url, mixed)).rejects.toThrow("may do nothing else");
  rmSync(mixed, { recursive: true });
});

test("a change of a table that cannot have its lock lets others pass, and tries again", async () => {
  const changing = mkdtempSync(join(tmpdir(), "stipend-migrations-"));
  mkdirSync(join(changing, "meta"));
  const entry = { idx: 0, version: "7", when: 9e12, tag: "0000_wider", breakpoints: true };
  const change = { version: "7", dialect: "postgresql", entries: [entry] };
  writeFileSync(join(changing, "meta/_journal.json"), JSON.stringify(change));
  writeFileSync(join(changing, "0000_wider.sql"), "alter table merchants add column wider text;");
  let migrating: Promise<void> | undefined;
  await db.begin(async (tx) => {
    await addMerchant(tx, "mer_1");
    migrating = migrate(url, changing);
    await until(async () => (await waitingFor("alter table")) > 0);
    // It waits behind the migration, which waits for this transaction.
    await db`select id from merchants`;
    await until(async () => (await waitingFor("alter table")) > 0);
  });
  await migrating;
  expect(await db`select wider from merchants`).toEqual([{ wider: null }]);
  rmSync(changing, { recursive: true });
}, 60_000);

async function waitingFor(text: string): Promise<number> {
  const rows = await db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`${text}%`}`;
  return rows.length;
}

/** Statements that make an index and wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%create index%'`;
  return rows.length;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error("it did not come to that");
}
