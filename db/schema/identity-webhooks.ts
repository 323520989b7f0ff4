import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Webhooks of an identity provider that were taken, by the id that each keeps however often it is sent. */
export const identityWebhookEvents = pgTable(
  "identity_webhook_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
  },
  (table) => [index("identity_webhook_events_age").on(table.expiresAt, table.id)],
);

/** Whose tokens are good no more, of those that were issued until then; kept until no such token can live. */
export const identityRevocations = pgTable(
  "identity_revocations",
  {
    provider: text().notNull(),
    subject: text().notNull(),
    until: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index("identity_revocations_age").on(table.expiresAt, table.subject),
  ],
);

/** When a user last re-authenticated, by session, for providers that do not report it. */
export const identityStepUps = pgTable(
  "identity_step_ups",
  {
    sessionId: text().notNull(),
    provider: text().notNull(),
    subject: text().notNull(),
    at: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.provider, table.subject] }),
    index("identity_step_ups_age").on(table.expiresAt, table.sessionId),
  ],
);
