import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { type StorefrontStatus, statesOf, storefrontTransitions } from "@/lib/core/states";
import {
  type ProductType,
  productTypes,
  slugLeavings,
} from "@/lib/core/storefronts/storefront-kinds";
import { type PlanInterval, planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { oneOf } from "./checks";
import { businessInstant, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { prefixIndex } from "./search-index";
import { subscriptionPlans } from "./subscription-plans";

/** What a merchant sells. What was sold stays with its session. */
export const products = pgTable(
  "storefront_products",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    name: text().notNull(),
    description: text(),
    /** As it was given; what is shown is our own copy. */
    imageUrl: text(),
    /** Of one piece, or of one period; smallest unit of the token. */
    price: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    type: text().$type<ProductType>().notNull(),
    interval: text().$type<PlanInterval>(),
    intervalCount: integer(),
    /** The plan that a subscription product sells now. */
    planId: text().references(() => subscriptionPlans.id),
    /** Pieces that are there, those reserved included; null: it is not counted. */
    stock: integer(),
    /** Pieces of open checkouts. */
    reserved: integer().notNull().default(0),
    /** Pieces that were paid for when none was left. */
    oversold: integer().notNull().default(0),
    /** It is on sale. */
    isActive: boolean().notNull(),
    sortOrder: integer().notNull().default(0),
    archivedAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    pageIndex("storefront_products_recent", table),
    pageIndex("storefront_products_recent_by_active", table, table.isActive),
    index("storefront_products_on_sale")
      .on(table.merchantId, table.mode, table.sortOrder, table.createdAt, table.id)
      .where(sql`${table.isActive}`),
    prefixIndex("storefront_products_by_name", table, table.name),
    check("storefront_products_price", sql`${table.price} > 0`),
    check("storefront_products_stock", sql`${table.stock} >= 0`),
    check("storefront_products_reserved", sql`${table.reserved} >= 0`),
    check("storefront_products_oversold", sql`${table.oversold} >= 0`),
    check(
      "storefront_products_interval",
      sql`(${table.type} = 'subscription') = (${table.interval} is not null)
        and (${table.type} = 'subscription') = (${table.intervalCount} is not null)
        and (${table.type} = 'subscription') = (${table.planId} is not null)`,
    ),
    check("storefront_products_interval_count", sql`${table.intervalCount} between 1 and 365`),
    check(
      "storefront_products_archived",
      sql`${table.archivedAt} is null or not ${table.isActive}`,
    ),
    oneOf("storefront_products_mode", table.mode, modes),
    oneOf("storefront_products_currency", table.currency, currencies),
    oneOf("storefront_products_type", table.type, productTypes),
    oneOf("storefront_products_interval_word", table.interval, planIntervals),
  ],
);

/** A merchant's shop; in each mode one at the most is not archived. */
export const storefronts = pgTable(
  "storefronts",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    /** What it is, or was last, found by; `storefront_slugs` says who may use it. */
    slug: text().notNull(),
    status: text().$type<StorefrontStatus>().notNull().default("draft"),
    name: text().notNull(),
    description: text(),
    /** As they were given; what is shown are our own copies. */
    logoUrl: text(),
    coverImageUrl: text(),
    /** `#` and six hex digits. */
    accentColor: text(),
    socialLinks: text().array().notNull(),
    publishedAt: instant(),
    archivedAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    uniqueIndex("storefronts_current")
      .on(table.merchantId, table.mode)
      .where(sql`${table.archivedAt} is null`),
    index("storefronts_of_merchant").on(table.merchantId, table.mode, table.createdAt),
    check(
      "storefronts_archived",
      sql`(${table.status} = 'archived') = (${table.archivedAt} is not null)`,
    ),
    oneOf("storefronts_mode", table.mode, modes),
    oneOf("storefronts_status", table.status, statesOf(storefrontTransitions)),
  ],
);

/** Slugs that are in use, or that rest after a shop has left them. Its key decides who gets one. */
export const storefrontSlugs = pgTable(
  "storefront_slugs",
  {
    /** `<mode>:<slug>`. */
    id: text().primaryKey(),
    mode: mode().notNull(),
    slug: text().notNull(),
    /** Who has it, or had it last. */
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    storefrontId: text()
      .notNull()
      .references((): AnyPgColumn => storefronts.id),
    /** By what it was left: a renamed shop's owner may take it back. Null while it is in use. */
    leftBy: text().$type<(typeof slugLeavings)[number]>(),
    /** Until when it rests; null while it is in use. */
    restsUntil: instant(),
  },
  (table) => [
    index("storefront_slugs_resting")
      .on(table.restsUntil, table.id)
      .where(sql`${table.restsUntil} is not null`),
    check("storefront_slugs_id", sql`${table.id} = ${table.mode} || ':' || ${table.slug}`),
    check("storefront_slugs_left", sql`(${table.leftBy} is null) = (${table.restsUntil} is null)`),
    oneOf("storefront_slugs_mode", table.mode, modes),
    oneOf("storefront_slugs_left_by", table.leftBy, slugLeavings),
  ],
);
