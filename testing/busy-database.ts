import type { Sql, TransactionSql } from "@/db/client";
import {
  busy,
  type Site,
  writeMails,
  writeNotices,
  writeSessions,
  writeSettlements,
  writeSlots,
  writeSubmissions,
  writeSurroundings,
} from "./busy-payment-rows";

/**
 * Writes submissions that ended with their slots, and for every fourth what else is stored of a payment:
 * session, transaction, event, webhook, mail and screening. Statistics are taken then, while nothing is open, and never again.
 */
export async function fillStored(db: Sql, site: Site, count: number): Promise<void> {
  const rows = { first: 1, last: count };
  const fewer = { first: 1, last: Math.ceil(count / 4) };
  const half = Math.ceil(count / 2);
  await withoutTriggers(db, (tx) => writeSurroundings(tx, site));
  await Promise.all([
    withoutTriggers(db, (tx) => writeSubmissions(tx, site, { first: 1, last: half }, "confirmed")),
    withoutTriggers(db, (tx) =>
      writeSubmissions(tx, site, { first: half + 1, last: count }, "confirmed"),
    ),
    withoutTriggers(db, async (tx) => {
      await writeSlots(tx, site, rows, "consumed");
      await writeSessions(tx, site, fewer, "confirmed");
      await writeSettlements(tx, site, fewer, "confirmed");
      await writeNotices(tx, site, fewer, "succeeded");
      await writeMails(tx, fewer, "sent");
    }),
  ]);
  const tables = await db<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  for (const { name } of tables) {
    await db.unsafe(`alter table ${name} set (autovacuum_enabled = off)`);
  }
  // The smaller an index, the rather a plan reads all of it where statistics promise no rows.
  await db`reindex table payment_sessions`;
  await db.unsafe("vacuum analyze");
}

/** Numbers of open payments begin here. */
const OPEN = 10_000_000;

/**
 * Opens payments, of which a quarter each is queued, held, in flight, and mined and not final; those that
 * wait are not due for an hour. Their sessions are pending, and a webhook of each is to be sent: every
 * second one now, the others in an hour, as a mail of each. Statistics stay as they are.
 */
export async function fillOpen(db: Sql, site: Site, count: number): Promise<void> {
  const quarter = Math.floor(count / 4);
  const rows = (at: number) => ({
    first: OPEN + at * quarter,
    last: OPEN + (at + 1) * quarter - 1,
  });
  const all = { first: OPEN, last: rows(3).last };
  await withoutTriggers(db, async (tx) => {
    await writeSessions(tx, site, all, "pending");
    await writeSlots(tx, site, rows(2), "in_flight");
    await writeSlots(tx, site, rows(3), "mined");
    await writeSettlements(tx, site, rows(3), "pending");
    await writeNotices(tx, site, all, "pending");
    await writeMails(tx, all, "queued");
  });
  await db.begin(async (tx) => {
    await defineNames(tx);
    await writeSubmissions(tx, site, rows(0), "queued");
    await writeSubmissions(tx, site, rows(1), "held");
    await writeSubmissions(tx, site, rows(2), "broadcast");
    await writeSubmissions(tx, site, rows(3), "mined");
  });
}

/** Foreign keys and derived rows are left out: the rows are right as they are written. */
async function withoutTriggers(db: Sql, work: (tx: TransactionSql) => Promise<unknown>) {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await defineNames(tx);
    await work(tx);
  });
}

async function defineNames(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`
    create or replace function pg_temp.hash(salt text, n bigint) returns bytea language sql immutable as
      $$ select sha256((salt || n)::bytea) $$;
    create or replace function pg_temp.payer(n bigint) returns bytea language sql immutable as
      $$ select int8send(0) || int4send(0) || int8send(n % ${busy.payers} + 1) $$;
    create or replace function pg_temp.merchant(n bigint) returns text language sql immutable as
      $$ select 'mer_' || (n % ${busy.merchants}) $$;`);
}
