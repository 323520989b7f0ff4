import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { address, bytes32, instant } from "./columns";
import { paymentSessions } from "./payments";

/**
 * What payers were asked to sign for a session: the last authorization of each, which may live until
 * `valid_before`. One with another nonce is asked for only once that one can no longer be executed.
 */
export const signingRequests = pgTable(
  "signing_requests",
  {
    sessionId: text()
      .notNull()
      .references(() => paymentSessions.id),
    payer: address().notNull(),
    /** One message or two: another form is another nonce. */
    signatures: smallint().$type<1 | 2>().notNull(),
    nonce: bytes32().notNull(),
    /** By the chain's clock; the latest of all times that it was asked for. */
    validBefore: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.payer] }),
    index("signing_requests_age").on(table.validBefore, table.sessionId),
    widths("signing_requests_addresses", 20, table.payer),
    widths("signing_requests_hashes", 32, table.nonce),
    check("signing_requests_signatures", sql`${table.signatures} in (1, 2)`),
  ],
);
