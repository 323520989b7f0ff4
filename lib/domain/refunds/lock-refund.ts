import type { TransactionSql } from "@/db/client";
import { type RefundRow, readRefund } from "./refund-rows";

/**
 * Locks what a refund's end changes, in the order in which everybody does: the session, the payment's
 * transaction, the refund. Read after the locks are held.
 */
export async function lockRefund(tx: TransactionSql, id: string): Promise<RefundRow> {
  const { transactionId, sessionId } = await readRefund(tx, id);
  await tx`select from payment_sessions where id = ${sessionId} for no key update`;
  await tx`select from transactions where id = ${transactionId} for no key update`;
  await tx`select from refunds where id = ${id} for no key update`;
  return readRefund(tx, id);
}
