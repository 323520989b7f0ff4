import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { tellSessions } from "./confirm-sessions";
import { settlementName } from "./settlement";

interface PaymentName {
  deploymentId: string;
  paymentId: Bytes32;
}

/** A payment of a session, with the id that its row has if it is new. */
interface Paying extends PaymentName {
  id: string;
  sessionId: string | null;
}

/** A payment that is told of now. */
interface SeenPayment {
  id: string;
  deploymentId: string;
  paymentId: Bytes32 | null;
  sessionId: string | null;
}

/**
 * Says with `payment.seen` that sessions are paid in a block, in the order of the payments given: once for
 * each session, and again only after `payment.reverted`. A payment that takes the place of one that left
 * the chain and was not told to have gone is not told anew. The caller has the sessions' locks.
 * @param written ids of rows: those of `payments` among them are new and written as announced
 */
export async function tellSeen(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  payments: readonly Paying[],
  written: ReadonlySet<string>,
): Promise<void> {
  const known = payments.filter(({ id }) => !written.has(id));
  const again = known.length > 0 ? await announce(tx, known) : [];
  const told: SeenPayment[] = [...payments.filter(({ id }) => written.has(id)), ...again];
  if (told.length === 0) return;
  const sessions = new Map(told.map((row) => [settlementName(row), row.sessionId]));
  const replaced = await tx<{ sessionId: string }[]>`
    update transactions set announced = false
    where session_id = any (${[...sessions.values()]}) and announced
      and id <> all (${told.map(({ id }) => id)})
    returning session_id`;
  const standing = new Set(replaced.map(({ sessionId }) => sessionId));
  const inOrder = payments.flatMap((payment) => sessions.get(settlementName(payment)) ?? []);
  await tellSessions(
    ctx,
    tx,
    "payment.seen",
    inOrder.filter((id) => !standing.has(id)),
  );
}

/** Marks those that pay their session and were not told of yet. */
async function announce(
  tx: TransactionSql,
  payments: readonly PaymentName[],
): Promise<SeenPayment[]> {
  const deploymentIds = payments.map(({ deploymentId }) => deploymentId);
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  return tx<SeenPayment[]>`
    update transactions set announced = true
    where settlement_hash(deployment_id, coalesce(settlement_key, payment_id)) = any (array(
        select settlement_hash(d, p) from unnest(${deploymentIds}::text[], ${paymentIds}::bytea[])
          as given(d, p)
      ))
      and deployment_id = any (${deploymentIds}) and payment_id = any (${paymentIds})
      and status = 'pending' and payment_exception = 'none' and session_id is not null
      and not announced
    returning id, deployment_id, payment_id, session_id`;
}
