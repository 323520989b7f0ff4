import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { PayStatus, PayStatusName } from "@/lib/contract/payments/hosted-pay";
import { digits } from "@/lib/core/amounts/money";
import { type Address, type Bytes32, checksumAddress } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import { heldTransactionAfter } from "@/lib/core/hold-states";
import { type SubmissionState, standingTransactionStatuses } from "@/lib/core/states";
import { findSession } from "@/lib/domain/payments/sessions/find-session";
import { heldPayments } from "@/lib/domain/payments/sessions/held-payments";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import { viewPublicSession } from "@/lib/domain/payments/sessions/view";
import type { Context, PublicActor } from "@/lib/domain/platform/context";

/** What the session's own row does not tell of its payment. */
interface Surroundings {
  asOf: string;
  merchantStatus: "active" | "suspended" | "closed";
  /** The last submission, in any state. */
  submissionState: SubmissionState | null;
  submissionHash: Bytes32 | null;
  failureCode: string | null;
  submittedAt: Date | null;
  /** A payment of the session's amount that screening holds back. */
  heldHash: Bytes32 | null;
  /** The merchant pays it back. */
  heldReturned: boolean | null;
  /** The whole of it was paid back, and by what. */
  heldRefunded: boolean | null;
  heldRefundHash: Bytes32 | null;
  /** A payment that came too late, in another amount, or is held; one that was not returned as a whole goes first. */
  oddHash: Bytes32 | null;
  /** Its amount, where the whole of it was paid back, and by what. */
  oddRefunded: bigint | null;
  oddRefundHash: Bytes32 | null;
  refundHash: Bytes32 | null;
  paidFrom: Address | null;
  paidTo: Address | null;
}

/**
 * The state of a session's payment, for anyone with its link: status, hashes, accounts, failure code and times.
 * @throws Refusal `not_found`
 */
export async function payStatus(
  ctx: Context<PublicActor>,
  { sessionId }: { sessionId: string },
): Promise<PayStatus> {
  return (await readPayStatus(ctx, sessionId)).status;
}

/**
 * The same, with the session that it is about.
 * @throws Refusal `not_found`
 */
export async function readPayStatus(
  ctx: Context,
  sessionId: string,
): Promise<{ status: PayStatus; row: SessionRow }> {
  // Read before the session, so that `asOf` is never later than what it stands for.
  const around = await findSurroundings(ctx.db, sessionId);
  if (!around) throw notFound("payment session");
  const row = await findSession(ctx, sessionId);
  return { row, status: statusOf(ctx, row, around) };
}

function statusOf(ctx: Context, row: SessionRow, around: Surroundings): PayStatus {
  const { payment } = viewPublicSession(ctx, row);
  const returned = returnedOf(row, around);
  return {
    status: nameOf(row, around),
    txHash:
      payment?.txHash ?? around.heldHash ?? closedOddHash(row, around) ?? around.submissionHash,
    refundTxHash: returned === null ? refundHashOf(row, around) : around.oddRefundHash,
    ...(returned !== null && { refundedAmount: digits(returned) }),
    from: around.paidFrom && checksumAddress(around.paidFrom),
    to: around.paidTo && checksumAddress(around.paidTo),
    failureCode: around.failureCode,
    submittedAt: around.submittedAt?.toISOString() ?? null,
    seenAt: payment?.seenAt?.toISOString() ?? null,
    expectedFinalAt: payment?.expectedFinalAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    chainId: deploymentById(ctx.chains, row.deploymentId).chainId,
    asOf: around.asOf,
  };
}

/** A payment may have been held back after it had confirmed its session early. */
function refundHashOf({ status, confirmedAt }: SessionRow, around: Surroundings): Bytes32 | null {
  if (confirmedAt === null) return around.heldRefundHash;
  return around.refundHash ?? (status === "refunded" ? around.heldRefundHash : null);
}

function nameOf(row: SessionRow, around: Surroundings): PayStatusName {
  if (row.status === "confirmed" || row.status === "refunded") return row.status;
  if (row.transactionStatus === "pending") return "seen";
  if (around.heldHash) return nameOfHeld(around);
  if (row.relayed) return "submitted";
  if (isClosed(row)) return nameOfClosed(row, around);
  // A draft's session is not to be paid yet, a closed merchant's not any more.
  if (row.status === "created" || around.merchantStatus === "closed") return "unavailable";
  return nameOfLast(around.submissionState);
}

function nameOfHeld({ heldReturned, heldRefunded }: Surroundings): PayStatusName {
  if (!heldReturned) return "review";
  return heldRefunded ? "refunded" : "returned";
}

type ClosedRow = SessionRow & { status: "expired" | "cancelled" };

const isClosed = (row: SessionRow): row is ClosedRow =>
  row.status === "expired" || row.status === "cancelled";

function nameOfClosed({ status }: ClosedRow, { oddHash, oddRefunded }: Surroundings) {
  if (!oddHash) return status;
  return oddRefunded === null ? "review" : "refunded";
}

/** The money was with the merchant: its payer must not be told that nothing was charged, nor pay again. */
const closedOddHash = (row: SessionRow, { oddHash }: Surroundings) =>
  isClosed(row) ? oddHash : null;

/** The amount of a closed session's payment that did not pay it and was returned as a whole; null for any other. */
const returnedOf = (row: SessionRow, { heldHash, oddRefunded }: Surroundings) =>
  isClosed(row) && heldHash === null ? oddRefunded : null;

/** What the last attempt of a session leaves it as, once that is not open any more. */
function nameOfLast(state: SubmissionState | null): PayStatusName {
  switch (state) {
    case "rejected":
    case "expired":
    case "failed":
      return "failed";
    case "confirmed":
    case "superseded":
      // Settled, but the session is not paid: a person must look at it, and the payer must not pay again.
      return "review";
    default:
      return "open";
  }
}

/** By what the last part of a payment `t` was paid back. */
const lastRefundOf = (db: Db) => db`(
  select r.tx_hash from refunds r where r.transaction_id = t.id and r.status = 'completed'
  order by r.completed_at desc limit 1
)`;

async function findSurroundings(db: Db, sessionId: string): Promise<Surroundings | undefined> {
  const [row] = await db<Surroundings[]>`
    select to_char(clock_now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as as_of,
      m.status as merchant_status, sub.state as submission_state, sub.tx_hash as submission_hash,
      sub.failure_code, sub.created_at as submitted_at, held.tx_hash as held_hash,
      held.returned as held_returned, held.refunded as held_refunded,
      held.refund_hash as held_refund_hash, odd.tx_hash as odd_hash,
      odd.refunded as odd_refunded, odd.refund_hash as odd_refund_hash,
      refund.tx_hash as refund_hash, paid.from_address as paid_from, paid.to_address as paid_to
    from payment_sessions s
    join merchants m on m.id = s.merchant_id
    left join lateral (
      select state, tx_hash, failure_code, created_at from relay_submissions
      where session_id = s.id order by created_at desc limit 1
    ) sub on true
    left join lateral (
      select t.tx_hash, t.status = ${heldTransactionAfter.refunded} as returned,
        t.amount_refunded >= t.amount as refunded, ${lastRefundOf(db)} as refund_hash
      from ${heldPayments(db)}
      order by returned limit 1
    ) held on true
    left join lateral (
      select t.tx_hash, case when t.amount_refunded >= t.amount then t.amount end as refunded,
        ${lastRefundOf(db)} as refund_hash
      from transactions t
      where t.session_id = s.id
        and t.payment_exception in ('late', 'underpaid', 'overpaid', 'screening')
        and t.status in (${stateList(db, standingTransactionStatuses)})
      order by refunded nulls first, t.block_number desc limit 1
    ) odd on true
    left join lateral (
      select r.tx_hash from transactions t join refunds r on r.transaction_id = t.id
      where t.session_id = s.id and t.payment_exception in ('none', 'reverted')
        and r.status = 'completed'
      order by r.completed_at desc limit 1
    ) refund on true
    left join lateral (
      select from_address, to_address from transactions
      where session_id = s.id and type = 'payment' and payment_exception = 'none'
        and status in (${stateList(db, standingTransactionStatuses)}) limit 1
    ) paid on true
    where s.id = ${sessionId}`;
  return row;
}
