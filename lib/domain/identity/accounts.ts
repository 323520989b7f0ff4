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

/**
 * Whether a code's address is still that of its account, which is active. Neither changes until the transaction ends: a
 * code that was mailed to an address that the account has given up proves nothing.
 */
export async function hasAddress(
  tx: TransactionSql,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const rows = await tx`
    select from identity_users
    where id = ${userId} and lower(email) = lower(${email}) and status = 'active'
    for no key update`;
  return rows.length > 0;
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
