import { transaction } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { onboardMerchant as declaration } from "@/lib/contract/merchants/merchant-account";
import { invalidState } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { changeLogo } from "./change-logo";
import { checkCountry } from "./check-country";
import { checkPayout } from "./check-payout";
import { livePrerequisites } from "./get-chain-status";
import { readMerchant } from "./get-own-merchant";
import { lockMerchant } from "./merchant-rows";
import { readStanding } from "./request-registration";
import { unlockLiveMode } from "./unlock-live-mode";

type Input = InputOf<typeof declaration>;
type Registration = OutputOf<typeof declaration>["registration"];

/**
 * Takes what the owner tells about the business, once, with the payout address of live mode.
 * @throws Refusal `session_invalid_state` with `already_onboarded`
 * @throws Refusal `invalid_request` with `country_not_served`, `payout_not_allowed` or `payer_blocked`
 * @throws Refusal `permission_denied` with `merchant_closed`
 */
export const onboardMerchant = {
  async prepare(
    ctx: Context<SessionActor>,
    { countryCode, payoutAddress }: Input,
  ): Promise<Registration> {
    checkCountry(countryCode);
    await checkPayout(ctx, "live", payoutAddress);
    return readRegistration(ctx);
  },

  run(
    ctx: Context<SessionActor>,
    input: Input,
    registration: Registration,
  ): Promise<OutputOf<typeof declaration>> {
    const { merchantId, mode } = ctx.actor;
    return transaction(ctx.db, async (tx) => {
      const before = await lockMerchant(tx, merchantId);
      if (before.onboardedAt !== null) {
        throw invalidState("The business details are already set. Change them with PATCH.", {
          reason: "already_onboarded",
        });
      }
      const { businessName, businessSector, countryCode, payoutAddress } = input;
      await tx`
        update merchants set business_name = ${businessName}, business_sector = ${businessSector},
          country_code = ${countryCode}, payout_address = ${payoutAddress},
          website_url = ${input.websiteUrl ?? before.websiteUrl},
          logo_url = ${input.logoUrl ?? before.logoUrl}, phone = ${input.phone ?? null},
          default_currency = ${input.defaultCurrency ?? before.defaultCurrency},
          onboarded_at = clock_now(), updated_at = clock_now()
        where id = ${merchantId}`;
      await changeLogo(tx, before, input.logoUrl);
      if (isUnlocked(registration)) await unlockLiveMode(tx, ctx.actor.userId);
      await recordAudit(ctx, tx, {
        action: "merchant.onboard",
        subject: { type: "merchant", id: merchantId },
        before: null,
        after: { businessName, businessSector, countryCode, payoutAddress },
      });
      return { ...(await readMerchant({ ...ctx, db: tx }, merchantId, mode)), registration };
    });
  },
};

/** The wallet is asked to sign only when nothing else is missing. */
const isUnlocked = ({ status, prerequisites }: Registration) =>
  status === "unregistered" && prerequisites.every(({ code }) => code === "wallet_proof_missing");

/** How far the registration in live mode is, but for what onboarding itself is about. */
async function readRegistration(ctx: Context<SessionActor>): Promise<Registration> {
  const live: Context<SessionActor> = { ...ctx, actor: { ...ctx.actor, mode: "live" } };
  const { chainMerchantId, isUnderWay } = await readStanding(live, ctx.db, live.actor);
  if (chainMerchantId !== null) return { status: "registered", prerequisites: [] };
  if (isUnderWay) return { status: "registering", prerequisites: [] };
  const left = await livePrerequisites(live);
  const prerequisites = left.filter(({ code }) => code !== "onboarding_incomplete");
  return { status: "unregistered", prerequisites };
}
