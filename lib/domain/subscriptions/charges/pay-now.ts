import { transaction } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { notFound } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { decideRenewals } from "./decide-renewals";
import { hasChargeUnderWay, type StoredSubscription } from "./due-renewals";
import { readPositions } from "./read-positions";

/** What became of a payer's wish to be charged now. */
export type PayNowOutcome =
  /** A keeper charges it with the next block. */
  | { readonly state: "queued" }
  /** A charge of it is under way. */
  | { readonly state: "charging" }
  /** What still stops it. */
  | { readonly state: "blocked"; readonly failureCode: ChargeFailure }
  /** Nothing is owed, or nothing is collected now. */
  | { readonly state: "not_due" };

/**
 * Has a subscription that is past due charged at once, if that would go through now; it is no try of its grace period. Whose
 * it is the caller has checked.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function payNow(
  { db, chains }: Pick<Context, "db" | "chains">,
  subscriptionId: string,
): Promise<PayNowOutcome> {
  const [row] = await db<(StoredSubscription & { isOpen: boolean })[]>`
    select s.*, ${hasChargeUnderWay(db)} as is_open from subscriptions s where s.id = ${subscriptionId}`;
  if (!row) throw notFound("subscription");
  const { attemptAt, deploymentId, status, pausedAt } = row;
  if (row.isOpen) return { state: "charging" };
  if (status !== "past_due" || pausedAt !== null || attemptAt === null) return { state: "not_due" };
  const deployment = deploymentById(chains, deploymentId);
  const block = await readLatestBlock(deployment.chain);
  const claimed = { ...row, attemptAt, dueAt: attemptAt };
  const positions = await readPositions(db, deployment, block, [claimed]);
  const verdict = decideRenewals([claimed], positions, block.timestamp).get(claimed);
  if (verdict?.kind === "fail") return { state: "blocked", failureCode: verdict.code };
  if (verdict?.kind !== "pay") return { state: "not_due" };
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update subscriptions s set attempt_at = least(s.attempt_at, c.head_at)
      from chain_cursors c
      where s.id = ${subscriptionId} and s.status = 'past_due' and s.attempt_at is not null
        and c.chain_id = s.chain_id`;
    if (count > 0) await wake(tx, wakes.relay, { chainId: row.chainId });
  });
  return { state: "queued" };
}
