import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { bytes, bytes32, instant } from "./columns";
import { identityUsers } from "./identity-users";

/** Authenticator apps (RFC 6238), one of an account. It counts once a code of it was given. */
export const identityTotp = pgTable("identity_totp", {
  userId: text()
    .primaryKey()
    .references(() => identityUsers.id),
  secretSealed: text().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
  confirmedAt: instant(),
  /** The newest time step of which a code was taken: it and older ones are taken no more. */
  lastStep: bigint({ mode: "bigint" }).notNull().default(sql`0`),
});

/** Codes that stand in for an authenticator app that is lost; each is taken once. */
export const identityRecoveryCodes = pgTable(
  "identity_recovery_codes",
  {
    userId: text()
      .notNull()
      .references(() => identityUsers.id),
    /** HMAC-SHA256 under the server's pepper. */
    codeHash: bytes32().notNull(),
    /** Which pepper; null where no process has noted it yet. */
    pepperId: text(),
    createdAt: instant().notNull().default(sql`now()`),
    usedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.codeHash] }),
    index("identity_recovery_codes_of_pepper")
      .on(table.pepperId)
      .where(sql`${table.usedAt} is null`),
    widths("identity_recovery_codes_hash", 32, table.codeHash),
  ],
);

/** Passkeys (WebAuthn), several of an account. Each has verified its user, so that it is both factors at once. */
export const identityPasskeys = pgTable(
  "identity_passkeys",
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id),
    /** As the authenticator names it. */
    credentialId: bytes().notNull(),
    /** A COSE key (RFC 9052). */
    publicKey: bytes().notNull(),
    /** Signatures so far, as the authenticator counts them; 0 where it counts none. A copy of it counts apart. */
    counter: bigint({ mode: "bigint" }).notNull(),
    /** How browsers reach it: `internal`, `usb`, … */
    transports: text().array().notNull(),
    /** Kept by a password manager on several devices, not by one device alone. */
    synced: boolean().notNull(),
    /** Chosen by its owner. */
    name: text().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    lastUsedAt: instant(),
    /** When its count showed that there is a copy of it: it is taken no more. */
    copiedAt: instant(),
  },
  (table) => [
    unique("identity_passkeys_credential").on(table.credentialId),
    index("identity_passkeys_of_user").on(table.userId, table.createdAt, table.id),
    check("identity_passkeys_counter", sql`${table.counter} >= 0`),
  ],
);
