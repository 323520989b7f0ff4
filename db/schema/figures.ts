import { bigint, date, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type KeptFigure, keptFigureKinds } from "@/lib/core/insight/kept-figures";
import { modes } from "@/lib/core/modes";
import { type SubscriptionStatus, statesOf, subscriptionTransitions } from "@/lib/core/states";
import { oneOf } from "./checks";
import { createdAt, instant, mode } from "./columns";
import { count, stripe, total } from "./counter-columns";

/** Sessions by the day (UTC) of their creation, subscriptions by the days on which they started and ended. */
export const dailyCounts = pgTable(
  "daily_counts",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    day: date().notNull(),
    stripe: stripe(),
    sessionsCreated: count(),
    /** Those that were refunded later included. */
    sessionsConfirmed: count(),
    sessionsExpired: count(),
    sessionsCancelled: count(),
    subscriptionsStarted: count(),
    cancelledByPayer: count(),
    cancelledByMerchant: count(),
    cancelledByOperator: count(),
    lapsed: count(),
    completed: count(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode, table.day, table.stripe] }),
    oneOf("daily_counts_mode", table.mode, modes),
  ],
);

/** Customers by the day (UTC) on which they became customers. */
export const dailyCustomers = pgTable(
  "daily_customers",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    day: date().notNull(),
    stripe: stripe(),
    customersCreated: count(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode, table.day, table.stripe] }),
    oneOf("daily_customers_mode", table.mode, modes),
  ],
);

/** What each customer has paid. Not striped: customers are ranked by it. */
export const customerTotals = pgTable(
  "customer_totals",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    currency: text().$type<Currency>().notNull(),
    customerId: text().notNull(),
    /** Final payments and charges less their refunds, smallest unit. */
    spent: total(),
    payments: count(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.currency] }),
    index("customer_totals_ranked").on(
      table.merchantId,
      table.mode,
      table.currency,
      table.spent,
      table.customerId,
    ),
    oneOf("customer_totals_mode", table.mode, modes),
    oneOf("customer_totals_currency", table.currency, currencies),
  ],
);

/** Subscriptions that have started and not ended, by plan, terms and status. */
export const subscriptionTotals = pgTable(
  "subscription_totals",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    /** Empty for terms of no plan. */
    planId: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    intervalSeconds: bigint({ mode: "bigint" }).notNull(),
    status: text().$type<SubscriptionStatus>().notNull(),
    /** `ahead` for a next term before its first charge, `paused` while nothing is collected, else `collecting`. */
    collection: text().$type<"collecting" | "paused" | "ahead">().notNull(),
    stripe: stripe(),
    subscriptions: count(),
    /** What one period of all of them costs, smallest unit. */
    amount: total(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.merchantId,
        table.mode,
        table.planId,
        table.currency,
        table.intervalSeconds,
        table.status,
        table.collection,
        table.stripe,
      ],
    }),
    oneOf("subscription_totals_mode", table.mode, modes),
    oneOf("subscription_totals_currency", table.currency, currencies),
    oneOf("subscription_totals_status", table.status, statesOf(subscriptionTransitions)),
  ],
);

/** Figures as they were at the beginning of a day (UTC): what was expected then, and the recurring revenue. */
export const keptFigures = pgTable(
  "kept_figures",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
    figure: text().$type<KeptFigure>().notNull(),
    currency: text().$type<Currency>().notNull(),
    day: date().notNull(),
    /** Smallest unit. */
    amount: total(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique("kept_figures_of_day").on(
      table.merchantId,
      table.mode,
      table.figure,
      table.currency,
      table.day,
    ),
    index("kept_figures_expiry").on(table.expiresAt, table.id),
    oneOf("kept_figures_mode", table.mode, modes),
    oneOf("kept_figures_currency", table.currency, currencies),
    oneOf("kept_figures_figure", table.figure, keptFigureKinds),
  ],
);

/** Where the last comparison found that a counter differs from a recount. */
export const figureDifferences = pgTable(
  "figure_differences",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    /** The counters' table. */
    figure: text().notNull(),
    /** The row without its stripe, as JSON. */
    place: text().notNull(),
    foundAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode, table.figure, table.place] }),
    oneOf("figure_differences_mode", table.mode, modes),
  ],
);
