import type { Db } from "@/db/client";
import type { relaySubmissions } from "@/db/schema/relay";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { type Bytes32, refOf } from "@/lib/core/chain/hex";

export type SubmissionRow = typeof relaySubmissions.$inferSelect;

/** A transaction that was signed for a submission, alone or with others. */
export interface SubmissionAttempt {
  readonly hash: Bytes32;
  readonly kind: "payload" | "noop";
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** A submission with what its view needs from elsewhere. */
export interface SubmissionDetail {
  readonly row: SubmissionRow;
  /** Oldest first. */
  readonly attempts: readonly SubmissionAttempt[];
  /** The time of the chain's finalised block; null before the chain was read. */
  readonly finalizedAt: Date | null;
}

/** What the payer signed. */
export function paymentOf(row: SubmissionRow): SignedPayment {
  const terms = {
    merchantId: row.chainMerchantId,
    token: row.tokenAddress,
    payer: row.payer,
    amount: row.amount,
    validAfter: row.validAfter,
    validBefore: row.validBefore,
    nonce: row.authNonce,
    ref: row.ref ?? refOf(row.sessionId ?? ""),
    authSignature: row.authSignature,
  };
  if (row.salt !== null) return { ...terms, signatures: 1, salt: row.salt };
  if (row.intentSignature === null) throw new Error(`${row.id} has neither salt nor intent`);
  return { ...terms, signatures: 2, intentSignature: row.intentSignature };
}

/** Adds the attempts of a submission, and how far its chain is final. */
export async function detailOf(db: Db, row: SubmissionRow): Promise<SubmissionDetail> {
  const [attempts, [cursor]] = await Promise.all([
    db<SubmissionAttempt[]>`
      select a.hash, a.kind, a.last_error, a.created_at
      from relay_batch_items i join relay_attempts a on a.batch_id = i.batch_id
      where i.submission_id = ${row.id}
      order by a.created_at, a.hash`,
    db<{ finalizedAt: Date }[]>`
      select finalized_at from chain_cursors where chain_id = ${row.chainId}`,
  ]);
  return { row, attempts, finalizedAt: cursor?.finalizedAt ?? null };
}
