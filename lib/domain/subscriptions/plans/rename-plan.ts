import type { TransactionSql } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** Gives one of the merchant's plans another name and description; its terms stay. */
export async function renamePlan(
  { actor }: Pick<Context<MerchantActor>, "actor">,
  tx: TransactionSql,
  plan: { id: string; name: string; description: string | null },
): Promise<void> {
  await tx`
    update subscription_plans set name = ${plan.name}, description = ${plan.description}
    where id = ${plan.id} and ${ownedBy(tx, actor)}`;
}
