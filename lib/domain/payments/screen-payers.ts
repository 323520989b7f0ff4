import { deploymentById } from "@/lib/adapters/chain/chains";
import { screenWallets } from "@/lib/domain/compliance/screen-wallets";
import type { Context, SystemActor } from "@/lib/domain/context";
import type { WaitingSettlement } from "./find-final-settlements";

/**
 * Screens who paid. Asks the outside world: call it outside any transaction.
 * @returns the transactions whose payer is clear, and those that are held up by a hit or because no
 * answer could be had
 */
export async function screenPayers(
  ctx: Context<SystemActor>,
  settlements: readonly WaitingSettlement[],
): Promise<{ cleared: string[]; held: string[] }> {
  const results = await screenWallets(
    ctx,
    settlements.map(({ id, merchantId, mode, payer, deploymentId }) => ({
      merchantId,
      mode,
      subject: payer,
      trigger: "settlement",
      resourceId: id,
      deployment: deploymentById(ctx.chains, deploymentId),
    })),
  );
  const idsOf = (isClear: boolean) =>
    settlements.flatMap(({ id }, at) => ((results[at] === "clear") === isClear ? [id] : []));
  return { cleared: idsOf(true), held: idsOf(false) };
}
