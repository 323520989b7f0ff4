import { sql } from "drizzle-orm";
import { bigint, numeric, smallint } from "drizzle-orm/pg-core";

/**
 * Counters behind the statistics. Triggers on the counted tables keep them in the transaction of each change. A
 * counter has eight stripes, and a connection adds to one of them: payments of one merchant seldom wait for each
 * other. A stripe alone means nothing and may be negative; the sum of the stripes is the figure.
 */
export const count = () => bigint({ mode: "bigint" }).notNull().default(sql`0`);
export const total = () => numeric().$type<bigint>().notNull();
export const stripe = () => smallint().notNull();
