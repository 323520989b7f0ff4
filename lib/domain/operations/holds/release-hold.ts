import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { releaseHold as declaration } from "@/lib/contract/insight/compliance-holds";
import { Refusal } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { release } from "./decide-held-settlement";
import { findHold, type HoldView, viewHold } from "./hold-rows";
import { lockHeld } from "./lock-held";

/**
 * Releases a held payment of the merchant, where the operator has handed that over.
 * @throws Refusal `not_found`: this merchant has no such transaction in this mode
 * @throws Refusal `permission_denied` with `operator_releases`
 * @throws Refusal `session_invalid_state` with `not_held`, `halted` or `not_enrolled`
 */
export async function releaseHold(
  ctx: Context<SessionActor>,
  { transactionId, reason }: InputOf<typeof declaration>,
): Promise<HoldView> {
  await findHold(ctx.db, ctx.actor, transactionId);
  if (ctx.config.HOLD_RELEASE !== "merchant") {
    throw new Refusal("permission_denied", "The operator of the platform releases payments.", {
      details: { reason: "operator_releases" },
    });
  }
  return transaction(ctx.db, async (tx) => {
    const held = await lockHeld(tx, transactionId, ctx.actor);
    await release(ctx, tx, held, reason);
    return viewHold(ctx.config, await findHold(tx, ctx.actor, held.id));
  });
}
