import { deploymentById } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { passingResults } from "@/lib/core/kinds";
import { screenWallets } from "@/lib/domain/compliance/screen-wallets";
import { findDecisions } from "@/lib/domain/compliance/screening-decisions";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";

/** A payment or charge of which something goes back. */
interface PaidTransaction {
  readonly id: string;
  readonly payer: Address;
  readonly deploymentId: string;
}

/**
 * Screens the payer of a refund: they were screened when the payment settled, and the lists may have changed since. A
 * person's decision to let the payment pass counts. Asks the outside world: call it outside any transaction.
 * @returns whether money may go to the payer: `unavailable` is no yes
 */
export async function screenPayer(
  ctx: Pick<Context, "db" | "config" | "chains">,
  { merchantId, mode }: Owner,
  { id: resourceId, payer: subject, deploymentId }: PaidTransaction,
): Promise<"clear" | "blocked" | "unavailable"> {
  const decision = (await findDecisions(ctx.db, [resourceId])).get(resourceId);
  if (decision === "released" || decision === "refunded") return "clear";
  const deployment = deploymentById(ctx.chains, deploymentId);
  const wallet = { merchantId, mode, subject, trigger: "refund", resourceId, deployment };
  const [result = "unavailable"] = await screenWallets(ctx, [wallet]);
  if (passingResults.includes(result)) return "clear";
  return result === "unavailable" ? "unavailable" : "blocked";
}
