import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { type CodePurpose, codePurposes } from "@/lib/core/kinds";
import { oneOf, widths } from "./checks";
import { bytes32, instant } from "./columns";
import { identityUsers } from "./identity-users";

/**
 * Codes that were asked for by mail. The browser that asked holds a token, without which the code of the mail is worth
 * nothing: a code that somebody else asked for does not sign them in.
 */
export const identityCodes = pgTable(
  "identity_codes",
  {
    /** SHA-256 of the browser's token. */
    tokenHash: bytes32().primaryKey(),
    purpose: text().$type<CodePurpose>().notNull(),
    email: text().notNull(),
    /** Whose address it is; null where it is nobody's, and then nothing was sent unless somebody signs up. */
    userId: text().references(() => identityUsers.id),
    /** HMAC-SHA256 under the server's pepper, of the token and the code. */
    codeHash: bytes32().notNull(),
    /** Which pepper; null where no process has noted it yet. */
    pepperId: text(),
    /** What somebody who signs up has chosen: it holds once the code is given. */
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
