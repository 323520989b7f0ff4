import type { Db } from "@/db/client";
import type { paymentSessions } from "@/db/schema/payments";
import { stateList } from "@/db/state-list";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { type HoldStatus, heldTransactionAfter } from "@/lib/core/hold-states";
import {
  openSubmissionStates,
  standingTransactionStatuses,
  type TransactionStatus,
} from "@/lib/core/states";
import { heldPayments } from "./held-payments";

type StoredSession = typeof paymentSessions.$inferSelect;

/** What is known of a session's payment, which is stored with the transaction and the submission. */
export interface FoundPayment {
  transactionId: string | null;
  transactionStatus: TransactionStatus | null;
  transactionHash: Bytes32 | null;
  seenAt: Date | null;
  /** Its block is `safe`. */
  transactionSafe: boolean | null;
  /** An open relay submission, mined or not. */
  relayed: boolean;
  relayHash: Bytes32 | null;
  /** A payment that screening holds, or that is returned after that, where no other one counts. */
  heldId: string | null;
  holdStatus: HoldStatus | null;
}

/** A session with what its view needs from elsewhere. */
export type SessionRow = StoredSession & FoundPayment & { chainMerchantId: bigint };

/** The columns that a session's view is made of. */
export type ShownSession = Pick<
  SessionRow,
  | "id"
  | "merchantId"
  | "mode"
  | "deploymentId"
  | "amount"
  | "currency"
  | "tokenAddress"
  | "ref"
  | "status"
  | "description"
  | "successUrl"
  | "cancelUrl"
  | "metadata"
  | "customerId"
  | "invoiceId"
  | "createdVia"
  | "amountRefunded"
  | "expiresAt"
  | "confirmedAt"
  | "createdAt"
  | "chainMerchantId"
>;

/** The joined columns of an unpaid session. */
export const unpaid: FoundPayment = {
  transactionId: null,
  transactionStatus: null,
  transactionHash: null,
  seenAt: null,
  transactionSafe: null,
  relayed: false,
  relayHash: null,
  heldId: null,
  holdStatus: null,
};

/**
 * The columns and joins of a session's view; a `where` clause follows. The payment is read from the
 * transaction and the submission, so that it cannot disagree with them.
 */
export function selectSessions(db: Db) {
  return db`
    select s.*, r.chain_merchant_id, paid.id as transaction_id, paid.status as transaction_status,
      paid.tx_hash as transaction_hash, paid.created_at as seen_at,
      paid.is_safe as transaction_safe,
      sub.id is not null as relayed, sub.tx_hash as relay_hash,
      held.id as held_id, held.status as hold_status
    from payment_sessions s
    join merchant_registrations r
      on r.deployment_id = s.deployment_id and r.merchant_id = s.merchant_id
    left join lateral (
      select id, status, tx_hash, created_at, block_number <= (
        select safe_number from chain_cursors c where c.chain_id = transactions.chain_id
      ) as is_safe
      from transactions
      where session_id = s.id and payment_exception = 'none'
        and status in (${stateList(db, standingTransactionStatuses)})
      order by status limit 1
    ) paid on true
    left join lateral (
      select t.id, coalesce((
          select d.decision from screening_decisions d where d.resource_id = t.id
        ), 'waiting') as status
      from ${heldPayments(db)} and paid.id is null
      order by t.status = ${heldTransactionAfter.refunded} limit 1
    ) held on true
    left join lateral (
      select id, tx_hash from relay_submissions
      where session_id = s.id and state in (${stateList(db, openSubmissionStates)}) limit 1
    ) sub on true`;
}
