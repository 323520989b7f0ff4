import { transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { changeTier as declaration } from "@/lib/contract/merchants/merchant-account";
import { Refusal } from "@/lib/core/errors";
import { tierFeeBps } from "@/lib/core/merchants/merchant-states";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { planFee, withdrawPlanned } from "./fee-falls";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant } from "./merchant-rows";
import { setTier } from "./set-tier";

/**
 * Changes what a merchant pays for; the fee of each of its registrations follows by the operator's calls. On the chain the
 * fee falls at most once in 30 days: the calls of a tier that is chosen sooner wait.
 * @throws Refusal `permission_denied` with `fees_off`, `tier_by_contact` or `merchant_closed`
 */
export async function changeTier(
  ctx: Context<SessionActor>,
  { tier }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { merchantId, mode } = ctx.actor;
  if (ctx.config.PLATFORM_FEES === "off") {
    throw new Refusal("permission_denied", "This installation takes no fees.", {
      details: { reason: "fees_off" },
    });
  }
  if (!ctx.config.SELF_SERVICE_TIERS.includes(tier)) {
    throw new Refusal("permission_denied", "Contact us about this tier.", {
      details: { reason: "tier_by_contact" },
    });
  }
  return transaction(ctx.db, async (tx) => {
    const before = await lockMerchant(tx, merchantId);
    if (before.tier === tier) return readMerchant({ ...ctx, db: tx }, merchantId, mode);
    await withdrawPlanned(tx, merchantId);
    const notBefore = await planFee(tx, merchantId, tierFeeBps[tier]);
    const by = { name: "merchant", reason: null };
    await setTier(ctx, tx, before, { tier, by, notBefore });
    return readMerchant({ ...ctx, db: tx }, merchantId, mode);
  });
}
