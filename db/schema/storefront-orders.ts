import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import {
  emailRequests,
  MOST_AT_ONCE,
  type StockState,
  stockStates,
} from "@/lib/core/storefronts/storefront-kinds";
import { oneOf } from "./checks";
import { businessInstant, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { paymentSessions } from "./payments";
import { prefixIndex } from "./search-index";
import { products, storefronts } from "./storefronts";
import { subscriptionPlans } from "./subscription-plans";

/** A type, not an interface: only those count as JSON. */
export type LinkField = { key: string; label: string; required: boolean };

/** Pages that sell one thing any number of times: a product, or something for an amount of their own. */
export const paymentLinks = pgTable(
  "payment_links",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    name: text().notNull(),
    productId: text().references(() => products.id),
    /** Without a product: what is paid, or the bounds between which the payer chooses; smallest unit of the token. */
    amount: uint256(),
    minAmount: uint256(),
    maxAmount: uint256(),
    currency: text().$type<Currency>(),
    maxQuantity: smallint().notNull().default(1),
    email: text().$type<(typeof emailRequests)[number]>().notNull().default("none"),
    fields: jsonb().$type<LinkField[]>().notNull().default([]),
    successUrl: text(),
    active: boolean().notNull().default(true),
    /** How many of its sessions were paid; subscriptions say themselves by which link they came. */
    timesPaid: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    pageIndex("payment_links_recent", table),
    pageIndex("payment_links_recent_by_active", table, table.active),
    prefixIndex("payment_links_by_name", table, table.name),
    check(
      "payment_links_price",
      sql`case when ${table.productId} is not null
        then num_nonnulls(${table.amount}, ${table.minAmount}, ${table.maxAmount}, ${table.currency}) = 0
        else ${table.currency} is not null
          and (${table.minAmount} is null) = (${table.maxAmount} is null)
          and (${table.amount} is null) <> (${table.minAmount} is null) end`,
    ),
    check(
      "payment_links_amounts",
      sql`${table.amount} > 0 and ${table.minAmount} > 0 and ${table.maxAmount} >= ${table.minAmount}`,
    ),
    check(
      "payment_links_quantity",
      sql`${table.maxQuantity} between 1 and ${sql.raw(String(MOST_AT_ONCE))}`,
    ),
    oneOf("payment_links_mode", table.mode, modes),
    oneOf("payment_links_currency", table.currency, currencies),
    oneOf("payment_links_email", table.email, emailRequests),
  ],
);

/** The plans of a subscription product for more than one piece; that for one stands with the product. */
export const productPlans = pgTable(
  "storefront_product_plans",
  {
    productId: text()
      .notNull()
      .references(() => products.id),
    quantity: smallint().notNull(),
    planId: text()
      .notNull()
      .references(() => subscriptionPlans.id),
  },
  (table) => [primaryKey({ columns: [table.productId, table.quantity] })],
);

/** What was bought with a session of a shop or payment link, as it was when the checkout began. */
export const orders = pgTable(
  "storefront_orders",
  {
    /** The payment session's id. */
    id: text()
      .primaryKey()
      .references(() => paymentSessions.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    productId: text().references(() => products.id),
    storefrontId: text().references(() => storefronts.id),
    linkId: text().references(() => paymentLinks.id),
    name: text().notNull(),
    quantity: smallint().notNull(),
    unitPrice: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    customerEmail: text(),
    stockState: text().$type<StockState>().notNull(),
    paidAt: instant(),
    /** When its session was closed for good, unpaid. */
    closedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index("storefront_orders_closed")
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    pageIndex("storefront_orders_recent", table),
    pageIndex("storefront_orders_recent_by_product", table, table.productId),
    pageIndex("storefront_orders_recent_by_link", table, table.linkId),
    index("storefront_orders_reserved")
      .on(table.productId)
      .where(sql`${table.stockState} = 'reserved'`),
    check("storefront_orders_quantity", sql`${table.quantity} > 0`),
    oneOf("storefront_orders_mode", table.mode, modes),
    oneOf("storefront_orders_currency", table.currency, currencies),
    oneOf("storefront_orders_stock_state", table.stockState, stockStates),
  ],
);
