import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { type CodePurpose, codePurposes } from "@/lib/core/kinds";
import { oneOf, widths } from "./checks";
import { bytes32, instant } from "./columns";
import { identityUsers } from "./identity-users";

/**
 * Codes that were requested by email. The browser that requested one holds a token, and the code is worthless without
 * it: a code that another browser requested does not sign the user in.
 */
export const identityCodes = pgTable(
  "identity_codes",
  {
    /** SHA-256 of the browser's token. */
    tokenHash: bytes32().primaryKey(),
    purpose: text().$type<CodePurpose>().notNull(),
    email: text().notNull(),
    /**
     * Account of the address. Null when it has none here: then only sign-ups and users of other providers get a code.
     */
    userId: text().references(() => identityUsers.id),
    /** HMAC-SHA256 under the server's pepper, of the token and the code. */
    codeHash: bytes32().notNull(),
    /** Which pepper; null where no process has noted it yet. */
    pepperId: text(),
    /** The password chosen at sign-up; it takes effect once the code is entered. */
    passwordHash: text(),
    attempts: smallint().notNull().default(0),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    index("identity_codes_age").on(table.expiresAt, table.tokenHash),
    index("identity_codes_of_user").on(table.userId),
    widths("identity_codes_hashes", 32, table.tokenHash, table.codeHash),
    oneOf("identity_codes_purpose", table.purpose, codePurposes),
    check("identity_codes_attempts", sql`${table.attempts} between 0 and 5`),
  ],
);
