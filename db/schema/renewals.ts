import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import {
  type GraceHours,
  type RecoveryStrategy,
  recoveryStrategies,
} from "@/lib/core/subscriptions/recovery";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, businessInstant, instant, mode } from "./columns";
import { merchants } from "./merchants";

/** How a merchant's failed charges are recovered; without a row, or where it is off, as the product does by itself. */
export const recoverySettings = pgTable(
  "recovery_settings",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    graceHours: integer().$type<GraceHours>().notNull(),
    strategy: text().$type<RecoveryStrategy>().notNull(),
    /** Whether the agent recovers charges, by these settings. */
    enabled: boolean().notNull().default(true),
    /** What payers are told of a failed charge, with placeholders; null: nothing besides the mail's own words. */
    notificationTemplate: text(),
    updatedAt: businessInstant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode] }),
    oneOf("recovery_settings_mode", table.mode, modes),
    oneOf("recovery_settings_strategy", table.strategy, recoveryStrategies),
    check("recovery_settings_grace", sql`${table.graceHours} in (24, 48, 72)`),
  ],
);

/** Which of our wallets a deployment's contract for subscriptions lets charge, as it said when it was last asked. */
export const keeperWallets = pgTable(
  "keeper_wallets",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    wallet: address().notNull(),
    allowed: boolean().notNull(),
    lookedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.wallet] }),
    widths("keeper_wallets_addresses", 20, table.wallet),
  ],
);
