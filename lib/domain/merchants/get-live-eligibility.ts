import { transaction } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getLiveModeEligibility } from "@/lib/contract/merchants/merchant-account";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { liveReasons } from "./live-eligibility";
import { unlockLiveMode } from "./unlock-live-mode";

/** Whether a merchant may go live, and what keeps it from that. */
export async function getLiveEligibility(
  ctx: Context<SessionActor>,
): Promise<OutputOf<typeof getLiveModeEligibility>> {
  const reasons = await liveReasons(ctx);
  if (reasons.length === 0) await transaction(ctx.db, (tx) => unlockLiveMode(tx, ctx.actor.userId));
  const isMet = (code: (typeof reasons)[number]["code"]) =>
    reasons.every((reason) => reason.code !== code);
  return {
    object: "live_mode_eligibility",
    eligible: reasons.length === 0,
    checks: {
      emailVerified: isMet("email_unverified"),
      twoFactorEnabled: isMet("two_factor_disabled"),
      onboardingComplete: isMet("onboarding_incomplete"),
      merchantActive: isMet("merchant_not_active"),
    },
    reasons: reasons.map(({ missing, ...reason }) =>
      missing ? { ...reason, missing: [...missing] } : reason,
    ),
  };
}
