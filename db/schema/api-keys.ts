import { index, pgTable, text } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import type { Scope } from "@/lib/core/scopes";
import { oneOf } from "./checks";
import { bytes, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";

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
    prefix: text().notNull(),
    last4: text().notNull(),
    apiVersion: text().notNull(),
    status: text().$type<"active" | "revoked">().notNull().default("active"),
    lastUsedAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
    revokedReason: text().$type<"manual" | "rotated" | "leaked" | "merchant_closed">(),
    rotatedToId: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.merchantId, table.mode),
    oneOf("api_keys_mode", table.mode, modes),
    oneOf("api_keys_kind", table.kind, apiKeyKinds),
    oneOf("api_keys_status", table.status, ["active", "revoked"]),
  ],
);
