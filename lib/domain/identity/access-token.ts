import { signToken } from "@/lib/adapters/identity/sign-token";
import type { IdentityVerb } from "./browser";
import { embeddedIssuer } from "./embedded-store";
import { requireSession } from "./sessions";
import { activeKey } from "./signing-keys";
import { countTry } from "./throttle";
import { sessionTrier } from "./trier";

const TOKEN_SECONDS = 600;
const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);

/** An access token of a browser's session, for ten minutes. It is good no longer than the session. */
export const mintAccessToken: IdentityVerb<
  object,
  { accessToken: string; expiresAt: Date }
> = async (ctx, _input, browser) => {
  const session = await requireSession(ctx.db, browser);
  await countTry(ctx, "accessToken", sessionTrier(session.userId, session.id));
  await ctx.db`
    update identity_sessions set last_seen_at = now()
    where id = ${session.id} and last_seen_at < now() - interval '1 minute'`;
  const { issuer: iss, audience: aud } = embeddedIssuer(ctx.config);
  const iat = seconds(new Date());
  const exp = iat + TOKEN_SECONDS;
  const { id: sid, userId: sub, amr } = session;
  const claims = { iss, aud, sub, sid, iat, exp, auth_time: seconds(session.authTime), amr };
  const accessToken = signToken(await activeKey(ctx), claims);
  return { answer: { accessToken, expiresAt: new Date(exp * 1_000) } };
};
