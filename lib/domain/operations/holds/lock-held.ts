import type { TransactionSql } from "@/db/client";
import { invalidState, notFound } from "@/lib/core/errors";
import type { ExceptionKind, TransactionStatus } from "@/lib/core/states";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** A transaction that screening holds up, under its lock. */
export interface HeldTransaction extends Owner {
  readonly id: string;
  readonly type: string;
  readonly status: TransactionStatus;
  readonly paymentException: ExceptionKind;
  readonly amount: bigint;
  readonly deploymentId: string;
  readonly chainId: number;
}

/**
 * Locks a held transaction for a decision, its session or subscription before it: the same order as a confirmation.
 * @param owner whose it must be; null: of any merchant
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `not_held` or `halted`
 */
export async function lockHeld(
  tx: TransactionSql,
  id: string,
  owner: Owner | null,
): Promise<HeldTransaction> {
  const owned = owner ? tx`and ${ownedBy(tx, owner, "t")}` : tx``;
  await tx`
    select from payment_sessions
    where id = (select t.session_id from transactions t where t.id = ${id} ${owned})
    for no key update`;
  await tx`
    select from subscriptions
    where id = (select t.subscription_id from transactions t where t.id = ${id} ${owned})
    for no key update`;
  const [row] = await tx<(HeldTransaction & { stopped: boolean })[]>`
    select t.id, t.merchant_id, t.mode, t.type, t.status, t.payment_exception, t.amount,
      t.deployment_id, t.chain_id,
      c.halted_reason is not null or c.doubt_since is not null as stopped
    from transactions t join chain_cursors c on c.chain_id = t.chain_id
    where t.id = ${id} ${owned}
    for no key update of t`;
  if (!row) throw notFound("transaction");
  const { stopped, ...held } = row;
  if (held.status !== "pending" || held.paymentException !== "screening") {
    const currentStatus = held.status;
    throw invalidState("Screening is not holding this payment.", {
      currentStatus,
      reason: "not_held",
    });
  }
  if (stopped) throw invalidState("The payment's chain is halted.", { reason: "halted" });
  return held;
}
