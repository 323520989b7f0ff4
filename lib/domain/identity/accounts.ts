import type { Db, TransactionSql } from "@/db/client";
import type { identityUsers } from "@/db/schema/identity-users";
import { newId } from "@/lib/core/ids";

type Row = typeof identityUsers.$inferSelect;
export type Account = Pick<Row, "id" | "email" | "passwordHash" | "status">;

/** The account of an address; null when it has none. */
export async function findAccount(db: Db, email: string): Promise<Account | null> {
  const [row] = await db<Account[]>`
    select id, email, password_hash, status from identity_users
    where lower(email) = lower(${email})`;
  return row ?? null;
}

/** @returns null when the address has one already */
export async function addAccount(
  tx: TransactionSql,
  { email, passwordHash }: Pick<Row, "email" | "passwordHash">,
): Promise<string | null> {
  const [row] = await tx<Pick<Row, "id">[]>`
    insert into identity_users (id, email, password_hash)
    values (${newId("identityUser")}, ${email}, ${passwordHash})
    on conflict (lower(email)) do nothing
    returning id`;
  return row?.id ?? null;
}
