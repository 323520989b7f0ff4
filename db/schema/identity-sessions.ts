import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { oneOf, widths } from "./checks";
import { bytes32, instant } from "./columns";
import { identityUsers } from "./identity-users";

export const sessionEnds = [
  "signed_out",
  "revoked",
  "password_changed",
  "factors_changed",
] as const;

/** Browsers that are signed in. Each holds a token; what is kept is its hash. */
export const identitySessions = pgTable(
  "identity_sessions",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id),
    /** SHA-256 of the browser's token. */
    tokenHash: bytes32().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    /** Of an access token, at most a minute old. */
    lastSeenAt: instant().notNull().default(sql`now()`),
    /** When the person last proved who they are. */
    authTime: instant().notNull().default(sql`now()`),
    /** How (RFC 8176). */
    amr: text().array().notNull(),
    userAgent: text(),
    /** The network that it came from, cut to what names no household. */
    addressPrefix: text(),
    /** However much it is used. */
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokeReason: text().$type<(typeof sessionEnds)[number]>(),
  },
  (table) => [
    unique("identity_sessions_token").on(table.tokenHash),
    index("identity_sessions_of_user").on(table.userId, table.createdAt, table.id),
    index("identity_sessions_age").on(table.expiresAt, table.id),
    widths("identity_sessions_hash", 32, table.tokenHash),
    oneOf("identity_sessions_reason", table.revokeReason, sessionEnds),
    check(
      "identity_sessions_revoked",
      sql`(${table.revokedAt} is null) = (${table.revokeReason} is null)`,
    ),
  ],
);
