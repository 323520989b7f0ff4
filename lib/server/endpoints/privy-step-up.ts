import { notFound, Refusal } from "@/lib/core/errors";
import type { AskedCode } from "@/lib/domain/identity/codes";
import {
  askForeignToStepUp,
  findSubject,
  stepUpForeign,
} from "@/lib/domain/identity/foreign-step-up";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { privyOf } from "@/lib/server/api/identity-providers";
import { runtime } from "@/lib/server/runtime";

/** Mails a code to the address that the caller has at Privy now. */
export async function askPersonToStepUp(ctx: Context<SessionActor>): Promise<AskedCode> {
  return askForeignToStepUp(ctx, (await personOf(ctx)).email);
}

/** Notes that the caller has just authenticated with the code. */
export async function stepUpPerson(
  ctx: Context<SessionActor>,
  given: { flow: string; code: string },
): Promise<{ done: true }> {
  await stepUpForeign(ctx, await personOf(ctx), given);
  return { done: true };
}

/**
 * @throws Refusal `not_found`: their account is not at Privy
 * @throws Refusal `permission_denied` with `email_unverified`
 */
async function personOf(ctx: Context<SessionActor>) {
  const provider = privyOf(runtime());
  const user = provider && (await findSubject(ctx.db, provider.name, ctx.actor.userId));
  if (!provider || !user) throw notFound("path");
  const profile = await provider.getIdentity(user.subject);
  if (profile?.email && profile.emailVerified) {
    return { provider: provider.name, subject: user.subject, email: profile.email };
  }
  throw new Refusal("permission_denied", "Verify an email address first.", {
    details: { reason: "email_unverified" },
  });
}
