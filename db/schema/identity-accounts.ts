import { sql } from "drizzle-orm";
import { index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { identityUsers } from "./identity-users";

/** Accounts at other providers (OpenID Connect, GitHub) that sign in to one of ours. */
export const identityAccounts = pgTable(
  "identity_accounts",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id),
    /** The name that the settings have for it: `google`, `github`, `microsoft`, `oidc`. */
    provider: text().notNull(),
    /** Who issued the subject: another issuer's may be the same. */
    issuer: text().notNull(),
    /** As the issuer names the person; an address may become another's. */
    subject: text().notNull(),
    /** The address there, verified as the account was linked. */
    email: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant(),
  },
  (table) => [
    unique("identity_accounts_subject").on(table.issuer, table.subject),
    index("identity_accounts_of_user").on(table.userId, table.createdAt, table.id),
  ],
);
