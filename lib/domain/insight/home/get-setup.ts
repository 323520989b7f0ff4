import type { OutputOf } from "@/lib/contract/endpoint";
import type { getSetup as declaration } from "@/lib/contract/insight/merchant-home";
import { liveReasons } from "@/lib/domain/merchants/live-eligibility";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

interface SetupRow {
  apiKeyId: string | null;
  sessionId: string | null;
  confirmedSessionId: string | null;
  webhookDelivered: boolean;
}

/** How far a merchant is with setting up, by what is there. The identity provider is asked for the second factor. */
export async function getSetup(ctx: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  const { db, actor } = ctx;
  const own = ownedBy(db, actor);
  const [found] = await db<SetupRow[]>`
    select
      (select id from api_keys where ${own} and status = 'active'
        and (expires_at is null or expires_at > clock_now()) order by created_at desc limit 1) as api_key_id,
      coalesce(
        (select id from payment_sessions
        where ${own} and status = 'pending' and expires_at > clock_now() order by created_at desc limit 1),
        (select id from payment_sessions where ${own} order by created_at desc limit 1)
      ) as session_id,
      coalesce(
        (select id from payment_sessions where ${own} and status = 'confirmed' order by created_at limit 1),
        (select id from payment_sessions where ${own} and status = 'refunded' order by created_at limit 1)
      ) as confirmed_session_id,
      exists (select from webhook_endpoints where ${own} and last_success_at is not null) as webhook_delivered`;
  if (!found) throw new Error("a select without a table has a row");
  const reasons = new Set((await liveReasons(ctx)).map(({ code }) => code));
  return {
    object: "setup",
    mode: actor.mode,
    ...found,
    onboarded: !reasons.has("onboarding_incomplete"),
    secondFactor: !reasons.has("two_factor_disabled"),
  };
}
