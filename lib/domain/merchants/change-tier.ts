import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { changeTier as declaration } from "@/lib/contract/merchants/merchant-account";
import { Refusal } from "@/lib/core/errors";
import { tierFeeBps } from "@/lib/core/merchants/merchant-states";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant, type MerchantRow } from "./merchant-rows";
import { setTier } from "./set-tier";

/** How long after choosing a lower fee the next lower one can be chosen: the calls cost the operator gas. */
const LOWERING_MS = 30 * 86_400_000;

/**
 * Changes what a merchant pays for; the fee of each of its registrations follows by the operator's calls.
 * @throws Refusal `permission_denied` with `fees_off`, `tier_by_contact`, `merchant_closed`, or `tier_lowered_recently` with
 * `availableAt`
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
    if (before.tier === tier) return readMerchant(tx, merchantId, mode);
    const isLower = tierFeeBps[tier] < tierFeeBps[before.tier];
    if (isLower) await refuseSecondLowering(tx, before);
    if (isLower) {
      await tx`update merchants set fee_lowered_at = clock_now() where id = ${merchantId}`;
    }
    await setTier(ctx, tx, before, { tier, by: { name: "merchant", reason: null } });
    return readMerchant(tx, merchantId, mode);
  });
}

async function refuseSecondLowering(
  tx: TransactionSql,
  { feeLoweredAt }: Pick<MerchantRow, "feeLoweredAt">,
): Promise<void> {
  if (!feeLoweredAt) return;
  const availableAt = new Date(feeLoweredAt.getTime() + LOWERING_MS);
  const [clock] = await tx<{ isEarly: boolean }[]>`select clock_now() < ${availableAt} as is_early`;
  if (!clock?.isEarly) return;
  throw new Refusal("permission_denied", "You can choose a lower fee once every 30 days.", {
    details: { reason: "tier_lowered_recently", availableAt: availableAt.toISOString() },
  });
}
