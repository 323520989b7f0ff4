import { type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { changeTier as declaration } from "@/lib/contract/merchants/merchant-account";
import { Refusal } from "@/lib/core/errors";
import { tierFeeBps } from "@/lib/core/merchants/merchant-states";
import type { Mode } from "@/lib/core/modes";
import { openCallStates } from "@/lib/core/states";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { queueCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant, type MerchantRow } from "./merchant-rows";

/** How long after choosing a lower fee the next lower one can be chosen: the calls cost the operator gas. */
const LOWERING_MS = 30 * 86_400_000;

/**
 * Changes what a merchant pays for; the fee of each of its registrations follows by the operator's calls.
 * @throws Refusal `permission_denied` with `tier_by_contact`, `merchant_closed`, or `tier_lowered_recently` with
 * `availableAt`
 */
export async function changeTier(
  ctx: Context<SessionActor>,
  { tier }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const { merchantId, mode } = ctx.actor;
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
    await tx`
      update merchants set tier = ${tier}, updated_at = clock_now(),
        fee_lowered_at = case when ${isLower} then clock_now() else fee_lowered_at end
      where id = ${merchantId}`;
    for (const one of await findRegistries(tx, merchantId)) {
      const call = { kind: "set_fee", merchantId, feeBps: tierFeeBps[tier], ...one } as const;
      await queueCall(tx, { name: "merchant", reason: null }, call);
    }
    await recordAudit(ctx, tx, {
      action: "merchant.change_tier",
      subject: { type: "merchant", id: merchantId },
      before: { tier: before.tier },
      after: { tier },
    });
    return readMerchant(tx, merchantId, mode);
  });
}

/** The registries that have a merchant, or are about to: a call that is open was worded with the fee of before. */
function findRegistries(
  tx: TransactionSql,
  merchantId: string,
): Promise<{ deploymentId: string; chainId: number; mode: Mode }[]> {
  return tx<{ deploymentId: string; chainId: number; mode: Mode }[]>`
    select r.deployment_id, d.chain_id, r.mode from merchant_registrations r
    join deployments d on d.id = r.deployment_id
    where r.merchant_id = ${merchantId} and r.status in ('active', 'suspended')
    union
    select deployment_id, chain_id, mode from operator_calls
    where merchant_id = ${merchantId} and kind = 'register'
      and state in (${stateList(tx, openCallStates)})`;
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
