import type { Sql } from "@/db/client";
import type { AdminRole } from "@/lib/core/identity/admin-roles";
import { newId } from "@/lib/core/ids";
import type { TestIssuer } from "@/testing/test-issuer";

/** Somebody whom the test issuer signs tokens for. */
export interface Person {
  readonly id: string;
  readonly subject: string;
  /** With which they call: good for ten minutes. */
  readonly token: string;
}

/** A user, of these merchants; the first one is the default. */
export async function addUser(
  db: Sql,
  issuer: TestIssuer,
  merchantIds: readonly string[],
): Promise<Person> {
  const id = newId("user");
  const subject = `did:test:${id}`;
  await db`insert into users ${db({ id, provider: "test", subject })}`;
  for (const [place, merchantId] of merchantIds.entries()) {
    await db`insert into memberships ${db({ userId: id, merchantId, isDefault: place === 0 })}`;
  }
  return { id, subject, token: issuer.tokenOf(subject) };
}

/** An admin user. */
export async function addAdmin(db: Sql, issuer: TestIssuer, role: AdminRole): Promise<Person> {
  const id = newId("adminUser");
  const subject = `did:test:${id}`;
  const email = `${id}@example.com`;
  await db`insert into admin_users ${db({ id, email, role, provider: "test", subject })}`;
  return { id, subject, token: issuer.tokenOf(subject) };
}
