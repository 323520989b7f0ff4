import type { TransactionSql } from "@/db/client";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readStanding, type Standing } from "./request-registration";

/**
 * @throws Refusal `invalid_request` with `live_mode_required`: in test mode merchants are registered without a signature
 */
export function requireLiveMode({ mode }: Pick<SessionActor, "mode">): { mode: "live" } {
  if (mode === "live") return { mode };
  throw invalidRequest("Stipend-Mode", "Wallets are verified in live mode only.", {
    reason: "live_mode_required",
  });
}

/**
 * Where a merchant stands that is neither registered nor about to be.
 * @throws Refusal `session_invalid_state` with `already_registered` or `registration_pending`
 */
export async function requireUnregistered(
  ctx: Pick<Context<SessionActor>, "chains" | "actor">,
  db: TransactionSql | Context["db"],
): Promise<Standing> {
  const standing = await readStanding(ctx, db, ctx.actor);
  if (standing.chainMerchantId !== null) {
    throw invalidState("The merchant is already registered.", { reason: "already_registered" });
  }
  if (standing.isUnderWay) {
    throw invalidState(
      "The merchant is being registered on-chain. Wait until the registration is final.",
      {
        reason: "registration_pending",
      },
    );
  }
  return standing;
}
