import type { Db, TransactionSql } from "@/db/client";
import { isChargeProof, type RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { RefundReason } from "@/lib/core/kinds";
import { countedRefundStatuses } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { insertRefund } from "./insert-refund";
import { findRefund, type RefundRow } from "./refund-rows";
import { tellRefund } from "./tell-refund";

/** The payment or charge that a refund returns. */
export interface RefundedPayment {
  readonly id: string;
  readonly amount: bigint;
  readonly deploymentId: string;
  readonly chainId: number;
}

interface RefundTerms {
  readonly amount: bigint;
  readonly reason: RefundReason;
  readonly note: string | null;
  /** With which a contract returns it; null: by a plain transfer. */
  readonly proof: RefundProof | null;
}

/** Writes a refund of a merchant that was asked for, and tells of it. The caller has locked the payment, and found room for it. */
export async function writeRefund(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  { merchantId, mode }: Owner,
  { payment, terms: { proof, ...terms } }: { payment: RefundedPayment; terms: RefundTerms },
): Promise<RefundRow> {
  if (proof) await keepNonce(tx, payment, proof);
  const id = await insertRefund(tx, {
    ...terms,
    merchantId,
    mode,
    transactionId: payment.id,
    deploymentId: payment.deploymentId,
    chainId: payment.chainId,
    origin: "api",
    method: proof ? "contract" : "transfer",
  });
  const row = await findRefund(tx, { merchantId, mode }, id);
  await tellRefund(ctx, tx, "refund.created", row);
  return row;
}

/**
 * What can still be refunded of a payment: all of it but what is pending, submitted and completed. While its row is
 * locked, no other refund is added.
 */
export async function leftToRefund(
  db: Db,
  { id, amount }: Pick<RefundedPayment, "id" | "amount">,
): Promise<bigint> {
  const [counted] = await db<{ taken: bigint }[]>`
    select coalesce(sum(amount), 0)::numeric(78, 0) as taken from refunds
    where transaction_id = ${id} and status in ${db(countedRefundStatuses)}`;
  const left = amount - (counted?.taken ?? 0n);
  return left > 0n ? left : 0n;
}

/** Of a payment that was settled before nonces were kept with it: the submission that has it is removed one day. */
async function keepNonce(
  tx: TransactionSql,
  { id }: RefundedPayment,
  proof: RefundProof,
): Promise<void> {
  if (isChargeProof(proof) || proof.signatures !== 2) return;
  await tx`
    update transactions set intent_nonce = ${proof.nonce}
    where id = ${id} and intent_nonce is null`;
}
