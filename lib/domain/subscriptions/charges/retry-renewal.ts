import { transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { StoredSubscription } from "./due-renewals";

/**
 * Has a charge tried again that the contract refused too often: the refusals are excused, and a keeper looks at it at once,
 * with fresh checks.
 * @throws Refusal `not_found`; or that nothing of it was refused, or that it is over
 */
export async function retryRenewal(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [row] = await tx<StoredSubscription[]>`
      select * from subscriptions where id = ${id} for no key update`;
    if (!row) throw notFound("subscription");
    if (row.attemptAt === null)
      throw impossible("The subscription is no longer charged.", "not_possible");
    const { count } = await tx`
      update subscription_renewals set outcome = 'excused'
      where subscription_id = ${id} and outcome = 'reverted'`;
    if (count === 0) throw impossible("No charge of the subscription was refused.", "not_possible");
    await tx`
      update subscriptions set attempt_at = least(attempt_at, next_charge_at)
      where id = ${id} and attempt_at is not null`;
    await wake(tx, wakes.relay, { chainId: row.chainId });
    await recordAudit(ctx, tx, {
      action: "subscription.retry_renewal",
      subject: { type: "subscription", id },
      owner: { merchantId: row.merchantId, mode: row.mode },
      before: { attemptAt: row.attemptAt.toISOString(), refusals: count },
      after: { refusals: 0 },
    });
  });
}
