import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";

/**
 * Whether a pending subscription is on its way to the chain, or was enrolled there without the relay. Any other pending
 * one has failed; its submission may have been removed since.
 * @param row the subscription's alias in the statement
 */
export function isCreating(db: Db, row: PendingQuery<Row[]>) {
  return db`(${row}.origin = 'chain' or coalesce((
    select true from relay_submissions b join relay_open_submissions o on o.submission_id = b.id
    where b.subscription_id = ${row}.id limit 1
  ), false))`;
}
