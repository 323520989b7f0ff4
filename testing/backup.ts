import { type Db, transaction } from "@/db/client";

const SCHEMA = "backup";

/** Copies all rows aside, as a dump of the database would. */
export async function backUp(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`drop schema if exists ${tx(SCHEMA)} cascade`;
    await tx`create schema ${tx(SCHEMA)}`;
    for (const table of await tablesOf(tx)) {
      await tx`create table ${tx(SCHEMA)}.${tx(table)} as table public.${tx(table)}`;
    }
  });
}

/** Puts the rows back as they were copied: whatever came after is gone. */
export async function restoreBackup(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    // No trigger and no foreign key looks at the order.
    await tx`set local session_replication_role = replica`;
    for (const table of await tablesOf(tx)) {
      await tx`delete from public.${tx(table)}`;
      const columns = tx(await columnsOf(tx, table));
      await tx`
        insert into public.${tx(table)} (${columns}) overriding system value
        select ${columns} from ${tx(SCHEMA)}.${tx(table)}`;
    }
  });
}

async function tablesOf(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  return rows.map(({ name }) => name);
}

/** Those that are generated are made anew. */
async function columnsOf(db: Db, table: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`;
  return rows.map(({ name }) => name);
}
