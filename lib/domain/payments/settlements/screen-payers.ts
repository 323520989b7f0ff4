import { deploymentById } from "@/lib/adapters/chain/chains";
import { passingResults, type ScreeningResult } from "@/lib/core/kinds";
import { screenWallets } from "@/lib/domain/compliance/screen-wallets";
import { findDecisions } from "@/lib/domain/compliance/screening-decisions";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { WaitingSettlement } from "./find-final-settlements";

const isPassing = (result: ScreeningResult | undefined) =>
  result !== undefined && passingResults.includes(result);

/**
 * Screens who paid, but for payments that a person has decided on. Asks the outside world: call it outside
 * any transaction.
 * @returns the transactions whose payer is clear, and those that are held up by a hit or because no
 * answer could be had
 */
export async function screenPayers(
  ctx: Context<SystemActor>,
  settlements: readonly WaitingSettlement[],
): Promise<{ cleared: string[]; held: string[] }> {
  const ids = settlements.map(({ id }) => id);
  const decisions = await findDecisions(ctx.db, ids);
  const undecided = settlements.filter(({ id }) => !decisions.has(id));
  const results = await screenWallets(
    ctx,
    undecided.map(({ id, merchantId, mode, payer, deploymentId }) => ({
      merchantId,
      mode,
      subject: payer,
      trigger: "settlement",
      resourceId: id,
      deployment: deploymentById(ctx.chains, deploymentId),
    })),
  );
  const isClear = new Set(undecided.flatMap(({ id }, at) => (isPassing(results[at]) ? [id] : [])));
  const passes = (id: string) => isClear.has(id) || decisions.get(id) === "released";
  return { cleared: ids.filter(passes), held: ids.filter((id) => !passes(id)) };
}
