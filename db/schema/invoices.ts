import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import {
  type Rounding,
  roundings,
  type TaxCategory,
  taxCategoryCodes,
} from "@/lib/core/invoices/taxes";
import { type UndeliveredKind, undeliveredKinds } from "@/lib/core/invoices/undelivered-mails";
import { modes } from "@/lib/core/modes";
import { type InvoiceStatus, invoiceTransitions, statesOf } from "@/lib/core/states";
import { oneOf } from "./checks";
import { createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { paymentSessions } from "./payments";
import { prefixIndex } from "./search-index";

/** A type, not an interface: only those count as JSON. */
export type InvoiceParty = {
  legalName: string;
  address?: {
    line1?: string;
    line2?: string;
    city?: string;
    region?: string;
    postalCode?: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
  };
  vatId?: string;
  reference?: string;
  contact?: { name: string; phone?: string; email?: string };
  electronicAddress?: { scheme: string; id: string };
};

/** What is taxed together; amounts in digits. */
export type StoredTax = {
  category: TaxCategory;
  rate: number;
  taxableAmount: string;
  taxAmount: string;
};

/** What came of the last mail to the customer; null before the first. */
export const lastEmailStatuses = [
  "queued",
  "sent",
  "refused",
  "failed",
  "withheld",
  "cancelled",
] as const;

/** The last invoice number of a merchant in a mode. Its row is locked from the number's taking to the invoice's commit. */
export const invoiceCounters = pgTable(
  "invoice_counters",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    lastNumber: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode] }),
    oneOf("invoice_counters_mode", table.mode, modes),
  ],
);

/** Kept for ever: what was billed is part of the merchant's books. */
export const invoices = pgTable(
  "invoices",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    /** 1, 2, 3, … without gap per merchant and mode. */
    number: integer().notNull(),
    /** Names the hosted page: anyone who has it may see the invoice. */
    publicId: text().notNull().unique(),
    status: text().$type<InvoiceStatus>().notNull().default("draft"),
    sessionId: text()
      .notNull()
      .unique()
      .references(() => paymentSessions.id),
    currency: text().$type<Currency>().notNull(),
    subtotal: uint256().notNull(),
    taxTotal: uint256().notNull(),
    total: uint256().notNull(),
    taxes: jsonb().$type<StoredTax[]>().notNull(),
    /** By which rule its tax was rounded. */
    rounding: text().$type<Rounding>().notNull().default("cent"),
    /** Whose calendar its days are of: the merchant's when it was made. */
    timeZone: text().notNull().default("UTC"),
    customerName: text(),
    customerEmail: text(),
    note: text(),
    seller: jsonb().$type<InvoiceParty>(),
    buyer: jsonb().$type<InvoiceParty>(),
    /** YYYY-MM-DD. */
    serviceDate: text(),
    buyerReference: text(),
    dueInDays: smallint().notNull(),
    dueAt: instant().notNull(),
    /** When the customer is to be reminded; null when no reminder is due any more. */
    remindAt: instant(),
    sentAt: instant(),
    overdueAt: instant(),
    paidAt: instant(),
    voidedAt: instant(),
    /** When a mail was last asked for, by the true clock: at most one an hour is sent by hand. */
    mailedAt: instant(),
    /** How many reminders were asked for by hand. */
    reminders: smallint().notNull().default(0),
    /** When a mail server first took a mail about it: `invoice.sent` was told then. */
    deliveredAt: instant(),
    lastEmailId: text(),
    lastEmailStatus: text().$type<(typeof lastEmailStatuses)[number]>(),
    lastEmailError: text(),
    lastEmailAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("invoices_number").on(table.merchantId, table.mode, table.number),
    pageIndex("invoices_recent", table),
    pageIndex("invoices_recent_by_status", table, table.status),
    prefixIndex("invoices_by_customer_email", table, table.customerEmail),
    prefixIndex("invoices_by_customer_name", table, table.customerName),
    index("invoices_due")
      .on(table.dueAt)
      .where(sql.raw(indexCondition("due", "status", ["sent"]))),
    // A merchant's, and so in one mode: before its list is read, those whose time is up are marked.
    index("invoices_due_of")
      .on(table.merchantId, table.mode, table.dueAt)
      .where(sql.raw(indexCondition("due", "status", ["sent"]))),
    index("invoices_to_remind").on(table.remindAt).where(sql`${table.remindAt} is not null`),
    check("invoices_total", sql`${table.total} = ${table.subtotal} + ${table.taxTotal}`),
    check(
      "invoices_sent_at",
      sql`case when ${table.status} in ('draft', 'void') then true else ${table.sentAt} is not null end`,
    ),
    oneOf("invoices_mode", table.mode, modes),
    oneOf("invoices_currency", table.currency, currencies),
    oneOf("invoices_rounding", table.rounding, roundings),
    oneOf("invoices_status", table.status, statesOf(invoiceTransitions)),
    oneOf("invoices_last_email_status", table.lastEmailStatus, lastEmailStatuses),
  ],
);

/** The lines of an invoice, in order. They belong to it and are read with it alone. */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    position: smallint().notNull(),
    description: text().notNull(),
    quantity: integer().notNull(),
    unitAmount: uint256().notNull(),
    amount: uint256().notNull(),
    unit: text(),
    taxRate: smallint(),
    taxCategory: text().$type<TaxCategory>(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.position] }),
    check("invoice_lines_amount", sql`${table.amount} = ${table.quantity} * ${table.unitAmount}`),
    oneOf("invoice_lines_tax_category", table.taxCategory, taxCategoryCodes),
  ],
);

/** Mails about invoices that did not reach their customers: each is a notification of the merchant. */
export const undeliveredMails = pgTable(
  "undelivered_mails",
  {
    /** The mail's. It stays when the mail is removed. */
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    invoiceId: text()
      .notNull()
      .references(() => invoices.id),
    what: text().$type<UndeliveredKind>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("undelivered_mails_of_merchant").on(table.merchantId, table.mode, table.createdAt),
    oneOf("undelivered_mails_mode", table.mode, modes),
    oneOf("undelivered_mails_what", table.what, undeliveredKinds),
  ],
);
