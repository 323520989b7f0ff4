import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/hex";
import type { Context } from "@/lib/domain/context";
import { tellSessions } from "./confirm-sessions";

/**
 * Says with `payment.seen` that sessions are paid in a block, in the order of the payments given: once for
 * each session, and again only after `payment.reverted`. A payment that takes the place of one that left
 * the chain and was not told to have gone is not told anew. The caller has the sessions' locks.
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
  if (told.length === 0) return;
  const sessions = new Map(told.map(({ paymentId, sessionId }) => [paymentId, sessionId]));
  const replaced = await tx<{ sessionId: string }[]>`
    update transactions set announced = false
    where session_id = any (${[...sessions.values()]}) and announced
      and payment_id <> all (${[...sessions.keys()]})
    returning session_id`;
  const known = new Set(replaced.map(({ sessionId }) => sessionId));
  const inOrder = ids.flatMap((id) => sessions.get(id) ?? []);
  await tellSessions(
    ctx,
    tx,
    "payment.seen",
    inOrder.filter((id) => !known.has(id)),
  );
}
