import type { merchants } from "@/db/schema/merchants";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import { Refusal } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";

/** Why a merchant may not go live, and what ends it. */
interface LiveReason {
  readonly code:
    | "email_unverified"
    | "two_factor_disabled"
    | "onboarding_incomplete"
    | "merchant_not_active";
  readonly message: string;
  readonly action: { readonly label: string; readonly href: string };
  readonly missing?: readonly string[];
}

type MerchantRow = Pick<
  typeof merchants.$inferSelect,
  "status" | "businessSector" | "countryCode" | "payoutAddress"
>;
type Asker = Pick<Context<MerchantActor>, "db" | "identityOf" | "actor">;

/** What keeps a merchant from going live; nothing where it may. The identity provider is asked each time. */
export async function liveReasons({ db, identityOf, actor }: Asker): Promise<LiveReason[]> {
  const [merchant] = await db<MerchantRow[]>`
    select status, business_sector, country_code, payout_address
    from merchants where id = ${actor.merchantId}`;
  const owners = await db<{ provider: string; subject: string }[]>`
    select u.provider, u.subject from memberships m join users u on u.id = m.user_id
    where m.merchant_id = ${actor.merchantId} and u.status = 'active'
      and (${actor.kind === "key"} or u.id = ${actor.kind === "session" ? actor.userId : null})`;
  const profiles = await Promise.all(owners.map((owner) => identityOf?.(owner) ?? null));
  return [...reasonsOfOwners(profiles), ...reasonsOfMerchant(merchant)];
}

/** One who fulfils both is enough: a key acts for all. */
function reasonsOfOwners(profiles: readonly (IdentityProfile | null)[]): LiveReason[] {
  const good = profiles.filter((profile) => profile !== null && !profile.disabled);
  const verified = good.filter((profile) => profile?.emailVerified);
  const reasons: LiveReason[] = [];
  if (verified.length === 0) {
    reasons.push({
      code: "email_unverified",
      message: "Verify your email address.",
      action: { label: "Verify email", href: "/dashboard/settings/security" },
    });
  }
  const candidates = verified.length > 0 ? verified : good;
  if (!candidates.some((profile) => (profile?.secondFactors.length ?? 0) > 0)) {
    reasons.push({
      code: "two_factor_disabled",
      message: "Turn on two-factor authentication.",
      action: { label: "Turn on two-factor", href: "/dashboard/settings/security" },
    });
  }
  return reasons;
}

function reasonsOfMerchant(merchant: MerchantRow | undefined): LiveReason[] {
  const reasons: LiveReason[] = [];
  const fields = ["businessSector", "countryCode", "payoutAddress"] as const;
  const missing = fields.filter((field) => !merchant?.[field]);
  if (missing.length > 0) {
    reasons.push({
      code: "onboarding_incomplete",
      message: "Tell us about your business.",
      action: { label: "Complete onboarding", href: "/onboarding" },
      missing,
    });
  }
  if (merchant?.status !== "active") {
    reasons.push({
      code: "merchant_not_active",
      message: "The account is not active.",
      action: { label: "Contact support", href: "/contact" },
    });
  }
  return reasons;
}

/**
 * @throws Refusal `permission_denied` (`live_mode_ineligible`) with `details.reasons`
 */
export async function requireLiveEligibility(ctx: Asker): Promise<void> {
  const reasons = await liveReasons(ctx);
  if (reasons.length === 0) return;
  throw new Refusal("permission_denied", "The merchant may not go live yet.", {
    param: "mode",
    details: { reason: "live_mode_ineligible", reasons },
  });
}
