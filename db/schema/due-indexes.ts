import { sql } from "drizzle-orm";
import { type AnyPgColumn, index } from "drizzle-orm/pg-core";

type DueColumns = Record<
  | "merchantId"
  | "mode"
  | "deploymentId"
  | "attemptAt"
  | "pausedAt"
  | "planId"
  | "origin"
  | "nextChargeAt",
  AnyPgColumn
>;

/** The indexes of subscriptions by when their next charge falls due. */
export const dueIndexes = (table: DueColumns) => [
  // What a keeper may take: `isDue` in lib/domain/subscriptions/charges spells the same condition.
  index("subscriptions_to_charge")
    .on(table.deploymentId, table.attemptAt)
    .where(
      sql`${table.attemptAt} is not null and ${table.pausedAt} is null and (${table.planId} is not null or ${table.origin} = 'relay')`,
    )
    .concurrently(),
  // The renewals that a merchant has ahead.
  index("subscriptions_ahead")
    .on(table.merchantId, table.mode, table.nextChargeAt)
    .where(sql`${table.nextChargeAt} is not null`)
    .concurrently(),
];
