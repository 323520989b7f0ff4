import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createPlan as declaration } from "@/lib/contract/subscriptions/subscription-plans";
import { digits } from "@/lib/core/amounts/money";
import { refOf } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import { intervalSeconds } from "@/lib/core/subscriptions/subscription-kinds";
import type { JsonObject } from "@/lib/core/text/json";
import { refuseInactive, requireActive } from "@/lib/domain/merchants/refuse-inactive";
import { chooseTerms, type SessionOwner } from "@/lib/domain/payments/sessions/choose-terms";
import type { Context } from "@/lib/domain/platform/context";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findPlan } from "./plan-rows";
import { type PlanView, viewPlan } from "./view";

/**
 * Makes a plan, and with it its hosted page.
 * @throws Refusal `invalid_request`: a currency that the chain has no token for (`token_unsupported`), a chain that the
 * mode has not (`chain_unsupported`)
 * @throws Refusal `permission_denied`: the merchant is suspended, closed or not on the chain; there is no contract for
 * subscriptions (`not_deployed`)
 */
export async function createPlan(
  ctx: Omit<Context, "actor"> & SessionOwner,
  input: InputOf<typeof declaration>,
): Promise<PlanView> {
  const { deployment, token } = await chooseTerms(ctx, input, "subscriptions");
  const { merchantId, mode } = ctx.actor;
  const id = newId("plan");
  return transaction(ctx.db, async (tx) => {
    await refuseInactive(tx, ctx.actor);
    const [registered] = await tx<{ status: MerchantStatus; accountStatus: MerchantStatus }[]>`
      select ${openingStatus(tx)} as status, m.status as account_status
      from merchant_registrations r join merchants m on m.id = r.merchant_id
      where r.deployment_id = ${deployment.id} and ${ownedBy(tx, { merchantId, mode }, "r")}
        and r.status <> 'none'`;
    if (!registered) {
      throw new Refusal("permission_denied", "The merchant is not registered on the chain yet.", {
        details: { reason: "merchant_not_registered" },
      });
    }
    requireActive(registered.status, registered.accountStatus);
    const count = input.intervalCount ?? 1;
    await tx`insert into subscription_plans ${tx({
      id,
      merchantId,
      mode,
      deploymentId: deployment.id,
      name: input.name,
      description: input.description ?? null,
      amount: digits(input.amount),
      currency: input.currency,
      tokenAddress: token.address,
      interval: input.interval,
      intervalCount: count,
      intervalSeconds: intervalSeconds[input.interval] * count,
      trialDays: input.trialDays ?? 0,
      maxCycles: input.maxCycles ?? null,
      metadata: tx.json((input.metadata ?? {}) as JsonObject),
      ref: refOf(id),
    })}`;
    return viewPlan(ctx, await findPlan(tx, ctx.actor, id));
  });
}
