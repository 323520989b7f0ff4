import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Scope } from "@/lib/core/identity/scopes";
import type { RevokedReason } from "@/lib/core/kinds";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { bytes, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { prefixIndex } from "./search-index";

export const apiKeyKinds = ["secret", "publishable", "platform"] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

/** Keys are never deleted: revoked ones stay in the audit log. Only an HMAC of the secret is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text().primaryKey(),
    /** Null for the platform key alone. */
    merchantId: text().references(() => merchants.id),
    mode: mode().notNull(),
    kind: text().$type<ApiKeyKind>().notNull(),
    name: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    hash: bytes().notNull().unique(),
    /** Under which pepper the hash was made; null where no process has noted it yet. */
    pepperId: text(),
    prefix: text().notNull(),
    last4: text().notNull(),
    apiVersion: text().notNull(),
    status: text().$type<"active" | "revoked">().notNull().default("active"),
    lastUsedAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
    revokedReason: text().$type<RevokedReason>(),
    rotatedToId: text(),
    /** Of a publishable key: from which pages it is taken; null means from any. */
    allowedOrigins: text().array(),
    /** The key that it was made with, by minting or rotating; null of a person or the command line. */
    createdByKey: text(),
    createdAt: createdAt(),
  },
  (table) => [
    pageIndex("api_keys_recent", table),
    prefixIndex("api_keys_by_name", table, table.name),
    prefixIndex("api_keys_by_prefix", table, table.prefix),
    index("api_keys_of_key")
      .on(table.createdByKey)
      .where(sql`${table.createdByKey} is not null`)
      .concurrently(),
    index("api_keys_of_pepper").on(table.pepperId).where(sql`${table.status} = 'active'`),
    oneOf("api_keys_mode", table.mode, modes),
    oneOf("api_keys_kind", table.kind, apiKeyKinds),
    oneOf("api_keys_status", table.status, ["active", "revoked"]),
  ],
);

/** Where a key was found. */
export interface LeakPlace {
  readonly url: string;
  readonly source: string;
}

/**
 * Keys that were found in public. Each key was revoked at once. Its owner reveals a successor, which does not exist
 * before.
 */
export const apiKeyLeaks = pgTable("api_key_leaks", {
  keyId: text()
    .primaryKey()
    .references(() => apiKeys.id),
  /** The first of them; a key that is copied about is reported often. */
  places: jsonb().$type<LeakPlace[]>().notNull(),
  /** Whether it was good until then: what was revoked before gets no successor. */
  endedKey: boolean().notNull(),
  successorId: text(),
  revealedAt: instant(),
  createdAt: createdAt(),
});
