import { integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { type Currency, currencies } from "@/lib/core/money";
import type { ConfirmationRule } from "@/lib/core/stages";
import { deployments } from "./chain";
import { oneOf } from "./checks";
import { address, createdAt, instant, mode, uint256 } from "./columns";

export const merchantStatuses = ["active", "suspended", "closed"] as const;
export const tiers = ["free", "growth", "business", "enterprise"] as const;

export const merchants = pgTable(
  "merchants",
  {
    id: text().primaryKey(),
    businessName: text().notNull(),
    businessSector: text(),
    countryCode: text(),
    websiteUrl: text(),
    logoUrl: text(),
    payoutAddress: address(),
    defaultCurrency: text().$type<Currency>().notNull().default("USDC"),
    email: text(),
    tier: text().$type<(typeof tiers)[number]>().notNull().default("free"),
    status: text().$type<(typeof merchantStatuses)[number]>().notNull().default("active"),
    /** From which stage on payments count as confirmed; `final` where no rule fits. */
    confirmationPolicy: jsonb().$type<ConfirmationRule[]>().notNull().default([]),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    oneOf("merchants_status", table.status, merchantStatuses),
    oneOf("merchants_tier", table.tier, tiers),
    oneOf("merchants_currency", table.defaultCurrency, currencies),
  ],
);

/** A merchant's record in a deployment's registry. Ids start at 1 in each registry. */
export const merchantRegistrations = pgTable(
  "merchant_registrations",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainMerchantId: uint256().notNull(),
    owner: address().notNull(),
    payout: address().notNull(),
    feeBps: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.chainMerchantId] }),
    unique().on(table.merchantId, table.deploymentId),
    oneOf("merchant_registrations_mode", table.mode, modes),
  ],
);
