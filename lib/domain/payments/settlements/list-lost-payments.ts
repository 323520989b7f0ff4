import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import {
  deadSubmissionStates,
  type ExceptionKind,
  type SubmissionState,
  standingTransactionStatuses,
  type TransactionStatus,
} from "@/lib/core/states";
import { submissionsOf } from "./submissions-of";

/** A payment in a part of a chain that is lost. */
export interface LostPaymentLine {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly status: TransactionStatus;
  readonly paymentException: ExceptionKind;
  /** In the token's smallest unit. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly payer: Address;
  readonly sessionId: string | null;
  readonly txHash: Bytes32;
  readonly blockNumber: bigint;
  readonly submissionId: string | null;
  readonly submissionState: SubmissionState | null;
  /** Until when the payer's authorization can be executed; null where the relay has none. */
  readonly validUntil: Date | null;
}

/** Payments of one merchant and currency in one status. */
export interface LostSum {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: Currency;
  readonly status: TransactionStatus;
  readonly count: number;
  readonly amount: bigint;
}

/** More are counted, not listed. */
const LISTED = 200;
/** The latest moment that a date can be: an authorization may be valid for ever. */
const LATEST_SECONDS = 8_640_000_000_000;

/** Lists the standing payments of a chain above a height, and sums them up by merchant. */
export async function listLostPayments(
  db: Db,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<{ payments: LostPaymentLine[]; sums: LostSum[] }> {
  const lost = db`
    from transactions t
    where t.chain_id = ${chainId} and t.block_number > ${above}
      and t.status in (${stateList(db, standingTransactionStatuses)})`;
  const [payments, sums] = await Promise.all([
    db<LostPaymentLine[]>`
      with p as materialized (
        select t.id, t.merchant_id, t.mode, t.status, t.payment_exception, t.amount, t.currency,
          t.from_address as payer, t.session_id, t.tx_hash, t.block_number, t.log_index
        ${lost} order by t.block_number, t.log_index limit ${LISTED}
      )
      select p.id, p.merchant_id, p.mode, p.status, p.payment_exception, p.amount, p.currency,
        p.payer, p.session_id, p.tx_hash, p.block_number, s.id as submission_id,
        s.state as submission_state,
        to_timestamp(least(s.valid_before, ${LATEST_SECONDS}::numeric)::float8) as valid_until
      from p left join (
        select distinct on (o.transaction_id) o.transaction_id, r.id, r.state, r.valid_before
        from (${submissionsOf(db, db`select id from p`)}) o
        join relay_submissions r on r.id = o.id
        order by o.transaction_id, r.state in (${stateList(db, deadSubmissionStates)}), r.created_at
      ) s on s.transaction_id = p.id
      order by p.block_number, p.log_index`,
    db<LostSum[]>`
      select t.merchant_id, t.mode, t.currency, t.status, count(*)::int as count,
        sum(t.amount) as amount
      ${lost} group by t.merchant_id, t.mode, t.currency, t.status
      order by t.merchant_id, t.mode, t.currency, t.status`,
  ]);
  return { payments, sums };
}
