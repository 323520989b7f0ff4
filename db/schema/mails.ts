import { sql } from "drizzle-orm";
import {
  bigint,
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
import { mailTopics } from "@/lib/core/mails/mail-kinds";
import { modes } from "@/lib/core/modes";
import { type MailState, mailTransitions, statesOf } from "@/lib/core/states";
import { oneOf, widths } from "./checks";
import { businessInstant, bytes32, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";

/** Mails to be sent, written in the transaction of what they tell of. */
export const mails = pgTable(
  "mails",
  {
    id: text().primaryKey(),
    /** Null for mails about an account, which may have no merchant. */
    merchantId: text().references(() => merchants.id),
    mode: mode().notNull(),
    kind: text().notNull(),
    recipient: text().notNull(),
    /** What it tells, as it was then: it is worded when it is sent. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Identifies the notification: while the row is kept, no recipient gets the same one twice. */
    dedupeKey: text().notNull(),
    state: text().$type<MailState>().notNull().default("queued"),
    /** Claims so far: a sender that died made one, too. */
    attempts: smallint().notNull().default(0),
    nextAttemptAt: businessInstant(),
    /** While it is being sent, in real time: then others may take it over. */
    leaseUntil: instant(),
    /** Rises with each claim: only the last one may write down what came of it. */
    fence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    /** The same at each attempt (RFC 5322 §3.6.4). */
    messageId: text(),
    /** What came of the last attempt, in a word, and what the mail server said. */
    failure: text(),
    response: text(),
    createdAt: createdAt(),
    /** When nothing more was to be done. */
    closedAt: instant(),
  },
  (table) => [
    unique("mails_dedupe_key").on(table.dedupeKey),
    index("mails_queued")
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'queued'`)
      .concurrently(),
    index("mails_lease")
      .on(table.leaseUntil)
      .where(sql`${table.leaseUntil} is not null`)
      .concurrently(),
    index("mails_recent").on(table.createdAt, table.id),
    index("mails_by_address")
      .on(sql`lower(${table.recipient})`, table.createdAt, table.id)
      .concurrently(),
    index("mails_closed").on(table.closedAt, table.id).where(sql`${table.closedAt} is not null`),
    index("mails_unsent")
      .on(table.closedAt, table.id)
      .where(sql`${table.state} in ('refused', 'failed', 'withheld', 'cancelled')`),
    oneOf("mails_mode", table.mode, modes),
    oneOf("mails_state", table.state, statesOf(mailTransitions)),
    check(
      "mails_closed_at",
      sql`(${table.closedAt} is null) = (${table.state} in ('queued', 'sending'))`,
    ),
    check("mails_lease", sql`(${table.leaseUntil} is not null) = (${table.state} = 'sending')`),
  ],
);

/** Addresses that a mail server has refused for good, in lower case: they get codes alone. */
export const mailRefusals = pgTable(
  "mail_refusals",
  {
    address: text().primaryKey(),
    failure: text().notNull(),
    response: text(),
    createdAt: createdAt(),
  },
  (table) => [index("mail_refusals_recent").on(table.createdAt, table.address)],
);

/** Mails of a day to addresses that nothing has proved, counted for each address and each merchant. */
export const mailAllowances = pgTable(
  "mail_allowances",
  {
    /** HMAC-SHA256 under the server's pepper, of whom they are counted for. */
    key: bytes32().primaryKey(),
    mails: integer().notNull().default(0),
    /** When the day is over. */
    expiresAt: businessInstant().notNull(),
  },
  (table) => [
    index("mail_allowances_age").on(table.expiresAt, table.key),
    widths("mail_allowances_key", 32, table.key),
  ],
);

/** What the owners of addresses have turned off, the addresses in lower case. */
export const mailOptOuts = pgTable(
  "mail_opt_outs",
  {
    address: text().notNull(),
    topic: text({ enum: mailTopics }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.topic] }),
    oneOf("mail_opt_outs_topic", table.topic, mailTopics),
  ],
);
