import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";

/** Whose something is. */
export interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/**
 * The condition on a row that it is the merchant's and of the mode. Every statement about what a merchant
 * owns has it.
 * @param alias of the table, where a statement names several
 */
export function ownedBy(db: Db, { merchantId, mode }: Owner, alias?: string) {
  if (alias === undefined) return db`merchant_id = ${merchantId} and mode = ${mode}`;
  const row = db(alias);
  return db`${row}.merchant_id = ${merchantId} and ${row}.mode = ${mode}`;
}
