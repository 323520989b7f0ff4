import type { Db } from "@/db/client";

/** Selects the member whose address is the merchant's: the first one. */
export const mailReader = (db: Db, merchantId: string | null) => db`
  select user_id from memberships where merchant_id = ${merchantId}
  order by created_at, user_id limit 1`;
