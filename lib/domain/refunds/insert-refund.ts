import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { refOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { RefundMethod, RefundOrigin, RefundReason } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";

/** A refund without a hash is cancelled then, but that of a late charge, of which the merchant is told again. */
export const LIFETIME_DAYS = 7;

/** What is refunded, and how. */
interface NewRefund {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly transactionId: string;
  readonly deploymentId: string;
  readonly chainId: number;
  readonly amount: bigint;
  readonly origin: RefundOrigin;
  readonly method: RefundMethod;
  readonly reason: RefundReason | null;
  readonly note: string | null;
}

/**
 * Writes a refund that waits for the merchant's wallet.
 * @returns its id
 */
export async function insertRefund(tx: TransactionSql, refund: NewRefund): Promise<string> {
  const id = newId("refund");
  const { merchantId, mode, transactionId, amount } = refund;
  const { count } = await tx`
    insert into refunds (id, merchant_id, mode, transaction_id, amount, origin, method, reason, note,
      refund_ref, payout, owner, chain_id, expires_at, due_at, created_at)
    select ${id}, ${merchantId}, ${mode}, ${transactionId}, ${digits(amount)}::numeric,
      ${refund.origin}, ${refund.method}, ${refund.reason}, ${refund.note}, ${refOf(id)}, r.payout,
      r.owner, ${refund.chainId}, t.at, t.at, clock_now()
    from merchant_registrations r,
      (select clock_now() + ${LIFETIME_DAYS} * interval '1 day' as at) t
    where r.deployment_id = ${refund.deploymentId} and r.merchant_id = ${merchantId}
      and r.mode = ${mode}`;
  if (count !== 1) throw new Error("a merchant with payments is registered where it was paid");
  return id;
}
