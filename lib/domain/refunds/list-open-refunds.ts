import type { Db } from "@/db/client";
import { type RefundRow, selectRefunds } from "./refund-rows";

const MOST = 200;

/** The open refunds of all merchants, oldest first; or the one with this id, in any status. */
export function listOpenRefunds(db: Db, id?: string): Promise<RefundRow[]> {
  return db<RefundRow[]>`
    ${selectRefunds(db)}
    where ${id === undefined ? db`r.closed_at is null` : db`r.id = ${id}`}
    order by r.created_at, r.id limit ${MOST}`;
}
