import type { refunds } from "@/db/schema/refunds";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
import { MOST_STEPS, step, type TimelineStep } from "./timeline-step";

export type RefundTold = Pick<
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
>;

/** The refunds of a session's payments. */
export async function refundsOfSession(
  { db, actor }: Context<MerchantActor>,
  sessionId: string,
): Promise<RefundTold[]> {
  return db<RefundTold[]>`
    select f.id, f.amount, f.origin, f.status, f.refund_tx_hash, f.tx_hash, f.created_at,
      f.submitted_at, f.completed_at, f.closed_at
    from transactions t join refunds f on f.transaction_id = t.id
    where t.session_id = ${sessionId} and ${ownedBy(db, actor, "t")} and ${ownedBy(db, actor, "f")}
    order by f.created_at desc limit ${MOST_STEPS}`;
}

/** What became of a refund. */
export function refundSteps(refund: RefundTold): TimelineStep[] {
  const { id, amount, createdAt, submittedAt, completedAt, closedAt, status } = refund;
  const known = { resourceId: id, amount } as const;
  const maker =
    refund.origin === "api" ? "merchant" : refund.origin === "chain" ? "chain" : "stipend";
  const all = [
    step({ ...known, id: `${id}.created`, at: createdAt, type: "refund.created", actor: maker }),
  ];
  if (submittedAt) {
    const txHash = refund.refundTxHash;
    const sent = { id: `${id}.sent`, at: submittedAt, type: "refund.sent", txHash } as const;
    all.push(step({ ...known, ...sent, actor: "merchant" }));
  }
  if (completedAt) {
    const { txHash } = refund;
    const done = { id: `${id}.completed`, at: completedAt, type: "refund.completed" } as const;
    all.push(step({ ...known, ...done, txHash, actor: "chain" }));
  }
  if (closedAt && status === "cancelled") {
    const ended = { id: `${id}.cancelled`, at: closedAt, type: "refund.cancelled" } as const;
    all.push(step({ ...known, ...ended, actor: "merchant" }));
  }
  return all;
}
