import { audited } from "@/lib/domain/platform/audit/audited";
import type { AuditedActor } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { type RetirementPlan, retireWallet } from "./retire-wallet";

/**
 * Takes a wallet out of service and writes it down.
 * @param reason of a person who is no operator: that one's command has its own
 * @throws Refusal as `retireWallet` does
 */
export function retireAudited(
  ctx: Context<AuditedActor>,
  plan: RetirementPlan,
  reason: string | null = null,
): Promise<RetirementPlan> {
  const { chainId, wallet } = plan;
  const entry = {
    action: "relay_wallet.retire",
    subject: { type: "relay_wallet", id: `${chainId}:${wallet}` },
    before: plan,
    ...(reason === null ? {} : { reason }),
  };
  return audited(ctx, entry, (inner) => retireWallet(inner, { chainId, wallet }));
}
