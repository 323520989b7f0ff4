import type { TransactionSql } from "@/db/client";
import { type MerchantStatus, merchantTransitions } from "@/lib/core/merchants/merchant-states";
import { sourcesOf } from "@/lib/core/states";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { latestExpiry } from "@/lib/domain/wallets/operator-calls/latest-expiry";
import { queueCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import { statusChangedMail } from "./account-mails";
import { findRegistries, type RegistryPlace } from "./find-registries";
import type { MerchantRow } from "./merchant-rows";

/** The operator's call for each status. */
const kinds = { active: "reactivate", suspended: "suspend", closed: "close" } as const;

const actions = {
  active: "merchant.reactivate",
  suspended: "merchant.suspend",
  closed: "merchant.close",
} as const;

/**
 * Gives a locked merchant another status, which holds here at once; each registry that has the merchant follows by the
 * operator's call. Of a suspension, sessions that are open can be paid until the last of them expires. The merchant is
 * mailed.
 */
export async function setStatus(
  ctx: Pick<Context<AuditedActor>, "actor" | "requestId">,
  tx: TransactionSql,
  { id, status: before }: Pick<MerchantRow, "id" | "status">,
  { status, by }: { status: MerchantStatus; by: Parameters<typeof queueCall>[1] },
): Promise<void> {
  const [changed] = await tx<{ updatedAt: Date }[]>`
    update merchants set status = ${status}, updated_at = clock_now()
    where id = ${id} and status in ${tx(sourcesOf(merchantTransitions, status))}
    returning updated_at`;
  for (const place of await findRegistries(tx, id)) {
    const settleUntil = status === "suspended" ? await settleUntilOf(tx, id, place) : null;
    await queueCall(tx, by, { kind: kinds[status], merchantId: id, settleUntil, ...place });
  }
  const about = await recordAudit(ctx, tx, {
    action: actions[status],
    subject: { type: "merchant", id },
    before: { status: before },
    after: { status },
    ...(by.reason !== null && { reason: by.reason }),
  });
  if (!changed) return;
  const told = { status, at: changed.updatedAt.toISOString() };
  await queueMail(tx, statusChangedMail, { merchantId: id, mode: "live", about, ...told });
}

const settleUntilOf = (
  tx: TransactionSql,
  merchantId: string,
  { deploymentId: id, mode }: RegistryPlace,
) => latestExpiry(tx, { deployment: { id, mode }, merchantId });
