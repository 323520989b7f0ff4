import type { TransactionSql } from "@/db/client";
import type { Tier } from "@/lib/core/merchants/merchant-states";
import { feeBpsOf } from "@/lib/core/merchants/platform-fees";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { queueCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import { tierChangedMail } from "./account-mails";
import { findRegistries } from "./find-registries";
import type { MerchantRow } from "./merchant-rows";

/**
 * Gives a locked merchant another tier; the fee of each of its registrations follows by the operator's calls. The merchant
 * is mailed unless it made the change, or the installation takes no fees.
 * @param change.notBefore when the calls may be made; null for now
 */
export async function setTier(
  ctx: Pick<Context<AuditedActor>, "actor" | "config" | "requestId">,
  tx: TransactionSql,
  { id: merchantId, tier: before }: Pick<MerchantRow, "id" | "tier">,
  {
    tier,
    by,
    notBefore,
  }: { tier: Tier; by: Parameters<typeof queueCall>[1]; notBefore: Date | null },
): Promise<void> {
  const [changed] = await tx<{ updatedAt: Date }[]>`
    update merchants set tier = ${tier}, updated_at = clock_now()
    where id = ${merchantId} and tier = ${before}
    returning updated_at`;
  for (const one of await findRegistries(tx, merchantId)) {
    const feeBps = feeBpsOf(tier, ctx.config.PLATFORM_FEES);
    const call = { kind: "set_fee", merchantId, feeBps, notBefore, ...one } as const;
    await queueCall(tx, by, call);
  }
  const about = await recordAudit(ctx, tx, {
    action: "merchant.change_tier",
    subject: { type: "merchant", id: merchantId },
    before: { tier: before },
    after: { tier },
    ...(by.reason !== null && { reason: by.reason }),
  });
  if (!changed || isOwnChange(ctx.actor) || ctx.config.PLATFORM_FEES === "off") return;
  const told = { tier, at: changed.updatedAt.toISOString() };
  await queueMail(tx, tierChangedMail, { merchantId, mode: "live", about, ...told });
}

const isOwnChange = ({ kind }: AuditedActor): boolean => kind === "session" || kind === "key";
