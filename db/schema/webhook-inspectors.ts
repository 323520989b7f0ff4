import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { type SignatureCheck, signatureChecks } from "@/lib/core/kinds";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

/** A receiver of webhooks under our own origin, one per merchant and mode. Anyone who knows its id may post to it. */
export const webhookInspectors = pgTable(
  "webhook_inspectors",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("webhook_inspectors_of_merchant").on(table.merchantId, table.mode),
    oneOf("webhook_inspectors_mode", table.mode, modes),
  ],
);

/** What came to an inspector: the newest hundred, for seven days. */
export const inspectedWebhooks = pgTable(
  "inspected_webhooks",
  {
    id: text().primaryKey(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
    /** The endpoint whose secret it is signed with; null without one. */
    endpointId: text(),
    signature: text().$type<SignatureCheck>().notNull(),
    /** Those that a webhook has; others are not kept. */
    headers: jsonb().$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull().default(sql`now() + interval '7 days'`),
  },
  (table) => [
    pageIndex("inspected_webhooks_recent", table),
    index("inspected_webhooks_expiry").on(table.expiresAt, table.id),
    oneOf("inspected_webhooks_mode", table.mode, modes),
    oneOf("inspected_webhooks_signature", table.signature, signatureChecks),
  ],
);
