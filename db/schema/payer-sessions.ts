import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { oneOf, widths } from "./checks";
import { address, bytes32, instant, mode } from "./columns";

/**
 * Payers who are about to sign in with their wallets on the page of their subscriptions, and who have. A browser holds a
 * token; what is kept is its hash. By the machine's time: signing in is no business of a simulated clock.
 */
export const payerSessions = pgTable(
  "payer_sessions",
  {
    /** SHA-256 of the browser's token; signing in gives it another one. */
    tokenHash: bytes32().primaryKey(),
    mode: mode().notNull(),
    /** Who it says it is, and once signed in who it is. */
    payer: address().notNull(),
    chainId: integer().notNull(),
    /** Of the message that is to be signed (EIP-4361); used once. */
    nonce: text().notNull(),
    issuedAt: instant().notNull().default(sql`now()`),
    signedInAt: instant(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("payer_sessions_age").on(table.expiresAt, table.tokenHash),
    widths("payer_sessions_addresses", 20, table.payer),
    widths("payer_sessions_hashes", 32, table.tokenHash),
    oneOf("payer_sessions_mode", table.mode, modes),
    check("payer_sessions_nonce", sql`char_length(${table.nonce}) >= 16`),
  ],
);
