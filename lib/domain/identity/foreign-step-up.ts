import { type Db, transaction } from "@/db/client";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { auditAccount } from "./audit-account";
import { type AskedCode, askForCode, takeCode } from "./codes";
import { wrongCode } from "./first-factor";
import { countTry, forgetTries } from "./throttle";
import { sessionTrier } from "./trier";

/** A proof counts for ten minutes; its row is kept a little longer. */
const KEPT_HOURS = 1;

/** A user with an account at another provider, and their current address there. */
interface Foreigner {
  readonly provider: string;
  readonly subject: string;
  readonly email: string;
}

/** As what the provider knows a user; null where it is another's. */
export async function findSubject(
  db: Db,
  provider: string,
  userId: string,
): Promise<{ subject: string } | null> {
  const [row] = await db<{ subject: string }[]>`
    select subject from users where id = ${userId} and provider = ${provider}`;
  return row ?? null;
}

/** Mails a code for a new authentication to a user whose provider does not report when they authenticated. */
export function askForeignToStepUp(ctx: Context<SessionActor>, email: string): Promise<AskedCode> {
  const { userId, sessionId } = ctx.actor;
  const request = { purpose: "step_up", email, userId: null, isForeign: true } as const;
  return askForCode(ctx, request, sessionTrier(userId, sessionId));
}

/**
 * Notes that the session of a token has authenticated just now. The code must have gone to the address of whose session
 * it is.
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export async function stepUpForeign(
  ctx: Context<SessionActor>,
  { provider, subject, email }: Foreigner,
  given: { flow: string; code: string },
): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  const trier = sessionTrier(userId, sessionId);
  await countTry(ctx, "secondFactor", trier);
  const taken = await takeCode(ctx, given, ["step_up"]);
  const isTheirs = taken?.userId === null && taken.email.toLowerCase() === email.toLowerCase();
  if (!isTheirs) throw wrongCode();
  await transaction(ctx.db, async (tx) => {
    await tx`
      insert into identity_step_ups (session_id, provider, subject, at, expires_at)
      values (${sessionId}, ${provider}, ${subject}, now(), now() + ${KEPT_HOURS} * interval '1 hour')
      on conflict (session_id, provider, subject)
      do update set at = excluded.at, expires_at = excluded.expires_at`;
    await auditAccount(ctx, tx, { userId, action: "account.step_up" });
  });
  await forgetTries(ctx, ["secondFactor", "mailedCode", "mailedCodes"], trier);
}
