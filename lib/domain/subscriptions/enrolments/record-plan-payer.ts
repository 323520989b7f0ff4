import { transaction } from "@/db/client";
import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { recordPlanPayer as declaration } from "@/lib/contract/payments/checkout";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState, Refusal } from "@/lib/core/errors";
import { lockCustomerOfWallet } from "@/lib/domain/payments/customers/customer-rows";
import { seeEmail } from "@/lib/domain/payments/customers/email-history";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findPublicPlan, type PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";

/** How many customers one plan's link may make in an hour: anybody who has it can name any wallet. */
const PER_HOUR = 200;

/**
 * Notes who is about to subscribe to a plan: makes the customer of the wallet or adds to the e-mails seen for it.
 * Nothing proves what is typed here, so it replaces no e-mail that the merchant set or a payment proved.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `plan_archived`
 * @throws Refusal `rate_limited` with `too_many_payers`: the plan's link has made as many customers as it may
 */
export async function recordPlanPayer(
  ctx: Context<PublicActor>,
  { id, email, walletAddress }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const plan = await findPublicPlan(ctx.db, id);
  if (!plan.active) {
    throw invalidState("The plan is closed to new subscribers.", {
      currentStatus: "archived",
      reason: "plan_archived",
    });
  }
  await countNewCustomer(ctx, plan, walletAddress);
  await transaction(ctx.db, async (tx) => {
    const customer = await lockCustomerOfWallet(tx, plan, walletAddress);
    const seen = seeEmail(customer, email, "checkout");
    await tx`
      update customers set email = ${seen.email}, email_source = ${seen.emailSource},
        email_history = ${tx.json(seen.emailHistory)}, updated_at = clock_now()
      where id = ${customer.id}`;
  });
  return { object: "plan_payer", planId: plan.id, recorded: true };
}

/** Counts the customer that the wallet is about to become, if it is none yet. */
async function countNewCustomer(
  { db, config }: Pick<Context, "db" | "config">,
  { id, merchantId, mode }: PlanRow,
  walletAddress: Address,
): Promise<void> {
  const known = await db`
    select from customers
    where ${ownedBy(db, { merchantId, mode })} and wallet_address = ${walletAddress}`;
  if (known.length > 0) return;
  const burst = PER_HOUR * config.RATE_LIMIT_SCALE;
  const bucket = { key: `plan-payers:${id}`, perSecond: burst / 3_600, burst };
  const { allowed, retryAfterSeconds } = await takeToken(db, bucket);
  if (allowed) return;
  throw new Refusal("rate_limited", "Too many wallets were named for this plan.", {
    retryAfterSeconds,
    details: { reason: "too_many_payers" },
  });
}
