import type { InputOf } from "@/lib/contract/endpoint";
import type { askToStepUpAtPrivy, stepUpAtPrivy } from "@/lib/contract/identity/privy-step-up";
import { notFound, Refusal } from "@/lib/core/errors";
import type { AskedCode } from "@/lib/domain/identity/codes";
import {
  askForeignToStepUp,
  type Foreigner,
  stepUpForeign,
} from "@/lib/domain/identity/foreign-step-up";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { verifyPerson } from "@/lib/server/api/authenticate";
import { privyOf } from "@/lib/server/api/identity-providers";
import { runtime } from "@/lib/server/runtime";

/** Mails a code to the address that the person of a token has at Privy now. */
export async function askPersonToStepUp(
  ctx: Context<PublicActor>,
  { accessToken }: InputOf<typeof askToStepUpAtPrivy>,
): Promise<AskedCode> {
  return askForeignToStepUp(ctx, await personOf(accessToken));
}

/** Notes that the person of a token has just authenticated with the code. */
export async function stepUpPerson(
  ctx: Context<PublicActor>,
  { accessToken, ...given }: InputOf<typeof stepUpAtPrivy>,
): Promise<{ done: true }> {
  await stepUpForeign(ctx, await personOf(accessToken), given);
  return { done: true };
}

/**
 * @throws Refusal `not_found`: their account is not at Privy
 * @throws Refusal `authentication_error` with `token_invalid`
 * @throws Refusal `permission_denied` with `email_unverified`
 */
async function personOf(accessToken: string): Promise<Foreigner> {
  const privy = privyOf(runtime());
  if (!privy) throw notFound("path");
  const { verified, provider } = await verifyPerson(runtime(), accessToken);
  if (provider.name !== privy.name) throw notFound("path");
  const { subject, sessionId } = verified;
  const profile = await privy.getIdentity(subject);
  if (profile?.email && profile.emailVerified && !profile.disabled) {
    return { provider: privy.name, subject, sessionId, email: profile.email };
  }
  throw new Refusal("permission_denied", "Verify an email address first.", {
    details: { reason: "email_unverified" },
  });
}
