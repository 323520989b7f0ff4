import type { TransactionSql } from "@/db/client";
import { type StorefrontStatus, sourcesOf, storefrontTransitions } from "@/lib/core/states";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { StoredStorefront } from "./storefront-rows";

/** Moves a locked shop to another status, with its audit entry. */
export async function changeStatus(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { id, status }: StoredStorefront,
  target: StorefrontStatus,
): Promise<void> {
  const moment = {
    draft: tx``,
    published: tx`published_at = clock_now(),`,
    archived: tx`archived_at = clock_now(),`,
  }[target];
  const { count } = await tx`
    update storefronts set status = ${target}, ${moment} updated_at = clock_now()
    where id = ${id} and ${ownedBy(tx, ctx.actor)}
      and status in ${tx(sourcesOf(storefrontTransitions, target))}`;
  if (count === 0) throw new Error("a storefront changed while its row was locked");
  const verbs = { draft: "unpublish", published: "publish", archived: "archive" } as const;
  await recordAudit(ctx, tx, {
    action: `storefront.${verbs[target]}`,
    subject: { type: "storefront", id },
    before: { status },
    after: { status: target },
  });
}
