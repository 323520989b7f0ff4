import { sql } from "drizzle-orm";
import { cidr, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { createdAt, mode } from "./columns";

/** Requests with keys: a person's own in the dashboard are in no list. */
const withKey = sql`starts_with(caller, 'ak_')`;
const failedWithKey = sql`starts_with(caller, 'ak_') and status >= 400`;

/**
 * Requests that the API answered, without bodies, paths and secrets. Partitioned by day (UTC): a job makes
 * `request_log_20260427` ahead of its day, and `request_log_default` takes what no partition is for. There is no
 * primary key: a batch whose answer was lost is written again.
 */
export const requestLog = pgTable(
  "request_log",
  {
    createdAt: createdAt(),
    /** `req_…`, as the caller got it. */
    requestId: text().notNull(),
    method: text().notNull(),
    /** The pattern of the path, such as `/v1/customers/{id}`. */
    route: text().notNull(),
    status: smallint().notNull(),
    /** `details.reason` of a refusal. */
    reason: text(),
    /** The key, or the user's session; null on public endpoints, and when no caller was found. */
    caller: text(),
    merchantId: text(),
    mode: mode(),
    /** The client's network: /24, or /48 for IPv6. */
    addressPrefix: cidr(),
    durationMs: integer().notNull(),
  },
  (table) => [
    index("request_log_caller").on(table.caller, table.createdAt),
    index("request_log_recent").on(table.merchantId, table.mode, table.createdAt).where(withKey),
    index("request_log_by_route")
      .on(table.merchantId, table.mode, table.route, table.createdAt)
      .where(withKey),
    // Few: most requests are answered as they are wanted.
    index("request_log_failed")
      .on(table.merchantId, table.mode, sql`(${table.status} / 100)`, table.createdAt)
      .where(failedWithKey),
  ],
);
