import type { Db } from "@/db/client";
import type { SignedEnrolment } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { zeroBytes32 } from "@/lib/core/chain/hex";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { SubmissionRow } from "@/lib/domain/wallets/submission-rows";

/** A submission that enrols a payer, with what of its terms is the subscription's. */
export type EnrolmentRow = SubmissionRow & {
  subscriptionStatus: SubscriptionStatus;
  planId: string | null;
  intervalSeconds: bigint;
  /** Unix seconds. */
  startSeconds: bigint;
  /** Unix seconds; null is without end. */
  endSeconds: bigint | null;
  /** The most for one period: the submission's own amount is what is charged at once. */
  periodAmount: bigint;
  permitValue: bigint;
  permitDeadline: bigint;
  permitNonce: bigint;
};

/** The columns of an enrolment's row, of a submission `b` and its subscription `s`. */
export function enrolmentColumns(db: Db) {
  return db`b.*, s.status as subscription_status, s.plan_id, s.interval_seconds,
    extract(epoch from s.start_at)::bigint as start_seconds,
    extract(epoch from s.end_at)::bigint as end_seconds, s.amount as period_amount, s.permit_value,
    s.permit_deadline, s.permit_nonce`;
}

/** What the payer signed. */
export function enrolmentOf(deployment: Deployment, row: EnrolmentRow): SignedEnrolment {
  if (row.intentSignature === null) throw new Error(`${row.id} has no intent`);
  return {
    terms: {
      payer: row.payer,
      registry: addressOf(deployment, "registry"),
      merchantId: row.chainMerchantId,
      token: row.tokenAddress,
      amount: row.periodAmount,
      interval: row.intervalSeconds,
      startAt: row.startSeconds,
      endAt: row.endSeconds ?? 0n,
      permitValue: row.permitValue,
      permitDeadline: row.permitDeadline,
      permitNonce: row.permitNonce,
      ref: row.ref ?? zeroBytes32,
    },
    permitSignature: row.authSignature,
    intentSignature: row.intentSignature,
  };
}
