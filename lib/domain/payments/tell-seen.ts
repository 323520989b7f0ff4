import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";
import { tellSessions } from "./confirm-sessions";

/**
 * Says with `payment.seen` that sessions are paid in a block, in the order of the payments given: once for
 * each payment, and again only after `payment.reverted`. The caller has the sessions' locks.
 */
export async function tellSeen(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  payments: readonly { deploymentId: string; paymentId: Bytes32 }[],
): Promise<void> {
  const ids = payments.map(({ paymentId }) => paymentId);
  const deploymentIds = [...new Set(payments.map(({ deploymentId }) => deploymentId))];
  const told = await tx<{ paymentId: Bytes32; sessionId: string }[]>`
    update transactions set announced = true
    where deployment_id = any (${deploymentIds}) and payment_id = any (${ids})
      and status = 'pending' and payment_exception = 'none' and session_id is not null
      and not announced
    returning payment_id, session_id`;
  const sessions = new Map(told.map(({ paymentId, sessionId }) => [paymentId, sessionId]));
  const inOrder = ids.flatMap((id) => sessions.get(id) ?? []);
  await tellSessions(ctx, tx, "payment.seen", inOrder);
}
