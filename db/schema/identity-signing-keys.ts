import { sql } from "drizzle-orm";
import { jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "./checks";
import { instant } from "./columns";

export const signingKeyStatuses = ["next", "active", "retired"] as const;

/** With what access tokens are signed. One is `active`; `next` is published before it signs anything. */
export const identitySigningKeys = pgTable(
  "identity_signing_keys",
  {
    /** The thumbprint of the public key (RFC 7638). */
    kid: text().primaryKey(),
    publicJwk: jsonb().$type<Record<string, string>>().notNull(),
    /** PKCS #8. */
    privateSealed: text().notNull(),
    status: text().$type<(typeof signingKeyStatuses)[number]>().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    activatedAt: instant(),
    retiredAt: instant(),
  },
  (table) => [
    uniqueIndex("identity_signing_keys_current")
      .on(table.status)
      .where(sql`${table.status} in ('next', 'active')`),
    oneOf("identity_signing_keys_status", table.status, signingKeyStatuses),
  ],
);
