import type { Db } from "@/db/client";
import type { refunds } from "@/db/schema/refunds";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { MOST_STEPS, step, type TimelineStep } from "./timeline-step";

type RefundTold = Pick<
  typeof refunds.$inferSelect,
  | "id"
  | "amount"
  | "origin"
  | "status"
  | "refundTxHash"
  | "txHash"
  | "createdAt"
  | "submittedAt"
  | "completedAt"
  | "closedAt"
  | "expiresAt"
> & {
  /** When the merchant's signature was taken; null where the merchant sends the refund. */
  signedAt: Date | null;
  /** When the relay first sent its transaction. */
  relayedAt: Date | null;
  relayedTxHash: Bytes32 | null;
};

interface SubmissionTold {
  id: string;
  payer: Address;
  createdAt: Date;
  sentAt: Date | null;
  txHash: Bytes32 | null;
}

interface TransactionTold {
  id: string;
  fromAddress: Address;
  txHash: Bytes32;
  createdAt: Date;
  confirmedAt: Date | null;
}

const makers = {
  api: "key",
  publishable: "key",
  dashboard: "person",
  invoice: "stipend",
  storefront: "stipend",
  payment_link: "stipend",
} as const;

/** Of what a payment session's own row tells: that it was made, opened, and closed without a payment. */
export function sessionSteps(session: SessionRow): TimelineStep[] {
  const { id: resourceId, createdAt, createdVia, openedAt } = session;
  const created = { id: `${resourceId}.created`, at: createdAt, type: "payment.created" } as const;
  const opened = { id: `${resourceId}.opened`, type: "payment.opened", actor: "payer" } as const;
  return [
    step({ ...created, actor: makers[createdVia], resourceId }),
    ...(openedAt ? [step({ ...opened, at: openedAt, resourceId })] : []),
    ...closingSteps(session),
  ];
}

function closingSteps({ id, closedAt, status }: SessionRow): TimelineStep[] {
  if (!closedAt || (status !== "cancelled" && status !== "expired")) return [];
  const type = status === "cancelled" ? "payment.cancelled" : "payment.expired";
  const actor = status === "cancelled" ? "merchant" : "stipend";
  return [step({ id: `${id}.${status}`, at: closedAt, type, actor, resourceId: id })];
}

/** What the payer signed for a session, and when the relay first sent it. */
export async function submissionSteps(
  { db, actor }: Context<MerchantActor>,
  sessionId: string,
): Promise<TimelineStep[]> {
  const rows = await db<SubmissionTold[]>`
    select s.id, s.payer, s.created_at, s.tx_hash, (
      select min(a.first_sent_at) from relay_batch_items i
      join relay_attempts a on a.batch_id = i.batch_id
      where i.submission_id = s.id
    ) as sent_at
    from relay_submissions s
    where s.session_id = ${sessionId} and ${ownedBy(db, actor, "s")}
    order by s.created_at desc limit ${MOST_STEPS}`;
  return rows.flatMap(({ id, payer, createdAt, sentAt, txHash }) => [
    step({
      id: `${id}.signed`,
      at: createdAt,
      type: "payment.signed",
      actor: "payer",
      resourceId: sessionId,
      wallet: payer,
    }),
    ...(sentAt
      ? [
          step({
            id: `${id}.sent`,
            at: sentAt,
            type: "payment.sent",
            actor: "relay",
            resourceId: sessionId,
            txHash,
          }),
        ]
      : []),
  ]);
}

/** When the chain had a session's payments, and when they were final. */
export async function settlementSteps(
  { db, actor }: Context<MerchantActor>,
  sessionId: string,
): Promise<TimelineStep[]> {
  const rows = await db<TransactionTold[]>`
    select t.id, t.from_address, t.tx_hash, t.created_at, t.confirmed_at from transactions t
    where t.session_id = ${sessionId} and ${ownedBy(db, actor, "t")} and t.type = 'payment'
    order by t.created_at desc limit ${MOST_STEPS}`;
  return rows.flatMap(({ id, fromAddress: wallet, txHash, createdAt, confirmedAt }) => {
    const known = { actor: "chain", resourceId: sessionId, wallet, txHash } as const;
    const mined = step({ ...known, id: `${id}.mined`, at: createdAt, type: "payment.mined" });
    if (!confirmedAt) return [mined];
    return [mined, step({ ...known, id: `${id}.final`, at: confirmedAt, type: "payment.final" })];
  });
}

/** The columns and joins of what is told of a refund `f`; a `where` clause follows. */
const selectRefunds = (db: Db) => db`
  select f.id, f.amount, f.origin, f.status, f.refund_tx_hash, f.tx_hash, f.created_at,
    f.submitted_at, f.completed_at, f.closed_at, f.expires_at, s.created_at as signed_at,
    s.tx_hash as relayed_tx_hash, (
      select min(a.first_sent_at) from relay_attempts a where a.batch_id = s.batch_id
    ) as relayed_at
  from refunds f left join refund_authorizations s on s.refund_id = f.id`;

/**
 * One of the merchant's refunds.
 * @throws Refusal `not_found`
 */
export async function findRefundTold(
  { db, actor }: Context<MerchantActor>,
  id: string,
): Promise<RefundTold> {
  const [refund] = await db<RefundTold[]>`
    ${selectRefunds(db)} where f.id = ${id} and ${ownedBy(db, actor, "f")}`;
  if (!refund) throw notFound("refund");
  return refund;
}

/** The refunds of a session's payments. */
export async function refundsOfSession(
  { db, actor }: Context<MerchantActor>,
  sessionId: string,
): Promise<RefundTold[]> {
  return db<RefundTold[]>`
    ${selectRefunds(db)} join transactions t on t.id = f.transaction_id
    where t.session_id = ${sessionId} and ${ownedBy(db, actor, "t")} and ${ownedBy(db, actor, "f")}
    order by f.created_at desc limit ${MOST_STEPS}`;
}

/** What became of a refund. */
export function refundSteps(refund: RefundTold): TimelineStep[] {
  const { id, amount, createdAt, completedAt, closedAt, status } = refund;
  const known = { resourceId: id, amount } as const;
  const maker =
    refund.origin === "api" ? "merchant" : refund.origin === "chain" ? "chain" : "stipend";
  const all = [
    step({ ...known, id: `${id}.created`, at: createdAt, type: "refund.created", actor: maker }),
  ];
  all.push(...sendingSteps(refund));
  if (completedAt) {
    const { txHash } = refund;
    const done = { id: `${id}.completed`, at: completedAt, type: "refund.completed" } as const;
    all.push(step({ ...known, ...done, txHash, actor: "chain" }));
  }
  if (closedAt && status === "cancelled") {
    const ended = { id: `${id}.cancelled`, at: closedAt, type: "refund.cancelled" } as const;
    // The merchant's cancelling moves its end ahead.
    const actor = refund.expiresAt <= closedAt ? "stipend" : "merchant";
    all.push(step({ ...known, ...ended, actor }));
  }
  return all;
}

/** The merchant sent it, or signed it for the relay, which then sent it. */
function sendingSteps(refund: RefundTold): TimelineStep[] {
  const { id, amount, submittedAt, signedAt, relayedAt, relayedTxHash } = refund;
  const known = { resourceId: id, amount } as const;
  const sent = { ...known, id: `${id}.sent`, type: "refund.sent" } as const;
  if (!signedAt) {
    const txHash = refund.refundTxHash;
    return submittedAt ? [step({ ...sent, at: submittedAt, txHash, actor: "merchant" })] : [];
  }
  const signed = { ...known, id: `${id}.signed`, type: "refund.signed" } as const;
  const steps = [step({ ...signed, at: signedAt, actor: "merchant" })];
  if (relayedAt && relayedTxHash) {
    steps.push(step({ ...sent, at: relayedAt, txHash: relayedTxHash, actor: "stipend" }));
  }
  return steps;
}
