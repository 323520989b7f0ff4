import { type Db, transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { payerTroubleMails } from "./payer-trouble-mails";
import { queueSubscriptionMails } from "./queue-subscription-mails";
import { awaitsSignature, isLive } from "./subscription-mail";

/** A plan whose contract can charge no more, and the one that takes its place. */
export interface ReplacedPlan {
  readonly planId: string;
  readonly nextPlanId: string;
}

/** Whom to ask, the oldest first; payers who have signed for the new plan are not among them. */
export interface UnsignedPayers {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subscriptionIds: readonly string[];
}

/**
 * Finds the live subscriptions whose payers have not signed for the plan that takes the place of theirs.
 * @throws Refusal a plan is missing, takes no subscribers, is of another merchant or mode, or of the same contract
 */
export async function findUnsigned(
  db: Db,
  { planId, nextPlanId }: ReplacedPlan,
): Promise<UnsignedPayers> {
  const [plan, next] = await Promise.all([findPlan(db, planId), findPlan(db, nextPlanId)]);
  const { merchantId, mode } = plan;
  if (next.merchantId !== merchantId || next.mode !== mode) {
    throw impossible(`${nextPlanId} is of another merchant or mode than ${planId}.`);
  }
  if (next.deploymentId === plan.deploymentId) {
    throw impossible(`${nextPlanId} is charged by the same contract as ${planId}.`);
  }
  if (!next.active) throw impossible(`${nextPlanId} takes no new subscribers.`);
  const rows = await db<{ id: string }[]>`
    select s.id from subscriptions s
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.plan_id = ${planId}
      and s.enrolled_at is not null and ${isLive(db)} and ${awaitsSignature(db, nextPlanId)}
    order by s.created_at, s.id`;
  return { merchantId, mode, subscriptionIds: rows.map(({ id }) => id) };
}

/** Queues one mail for each of these payers whose address is known, unless one to them is still kept. */
export async function askToSignAgain(
  ctx: Context<AuditedActor>,
  { planId, nextPlanId }: ReplacedPlan,
): Promise<{ readonly asked: number }> {
  return transaction(ctx.db, async (tx) => {
    const { merchantId, mode, subscriptionIds } = await findUnsigned(tx, { planId, nextPlanId });
    const queued = await queueSubscriptionMails(
      tx,
      subscriptionIds.map((subscriptionId) => ({
        subscriptionId,
        mail: payerTroubleMails.toSignAgain,
        subject: `${subscriptionId}:${nextPlanId}`,
        told: { nextPlanId },
      })),
    );
    if (queued.length > 0) {
      await recordAudit(ctx, tx, {
        action: "plan.ask_to_sign_again",
        subject: { type: "plan", id: planId },
        owner: { merchantId, mode },
        before: null,
        after: { nextPlanId, asked: queued.length },
      });
    }
    return { asked: queued.length };
  });
}

async function findPlan(db: Db, id: string) {
  const [plan] = await db<
    { merchantId: string; mode: Mode; active: boolean; deploymentId: string | null }[]
  >`select merchant_id, mode, active, deployment_id from subscription_plans where id = ${id}`;
  if (!plan) throw notFound("plan");
  return plan;
}
