import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { oneOf, widths } from "./checks";
import { address, businessInstant, createdAt, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { prefixIndex } from "./search-index";

/** A type, not an interface: only those count as JSON. */
export type EmailSeen = {
  email: string;
  /** ISO 8601. */
  seenAt: string;
  source: "merchant" | "checkout" | "payment";
};

export const customers = pgTable(
  "customers",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    walletAddress: address().notNull(),
    email: text(),
    /** Who set `email`: a public payer post never replaces one that the merchant or a payment set. */
    emailSource: text().$type<EmailSeen["source"]>(),
    name: text(),
    externalRef: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    emailHistory: jsonb().$type<EmailSeen[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    unique("customers_wallet").on(table.merchantId, table.mode, table.walletAddress),
    unique("customers_external_ref").on(table.merchantId, table.mode, table.externalRef),
    pageIndex("customers_recent", table),
    prefixIndex("customers_by_email", table, table.email),
    // The addresses that payments have proved, in lower case.
    index("customers_proved_emails")
      .using(
        "gin",
        sql`jsonb_path_query_array(lower(${table.emailHistory}::text)::jsonb, '$[*] ? (@.source == "payment").email')`,
      )
      .where(sql`${table.emailHistory} @> '[{"source": "payment"}]'`)
      .concurrently(),
    prefixIndex("customers_by_name", table, table.name),
    widths("customers_addresses", 20, table.walletAddress),
    oneOf("customers_mode", table.mode, modes),
  ],
);
