import { transaction } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import { auditAccount } from "./audit-account";
import { type AskedCode, askForCode, takeCode } from "./codes";
import { wrongCode } from "./first-factor";
import { lockUser, userDisabled } from "./sync-user";
import { countTry, forgetTries } from "./throttle";
import { sessionTrier } from "./trier";

/** A proof counts for ten minutes; its row is kept a little longer. */
const KEPT_HOURS = 1;

/** Who is signed in with an account at another provider, and their current address there. */
export interface Foreigner {
  readonly provider: string;
  readonly subject: string;
  readonly sessionId: string;
  readonly email: string;
}

type Sources = Pick<Context, "db" | "config" | "requestId">;

/** Mails a code for a new authentication to a user whose provider does not report when they authenticated. */
export function askForeignToStepUp(
  ctx: Sources,
  { subject, sessionId, email }: Foreigner,
): Promise<AskedCode> {
  const request = { purpose: "step_up", email, userId: null, isForeign: true } as const;
  return askForCode(ctx, request, sessionTrier(subject, sessionId));
}

/**
 * Notes that the session of a token has authenticated just now. The code must have gone to the address of whose session
 * it is. Each try counts: call it outside any transaction.
 * @throws Refusal `authentication_error` with `code_wrong`, or with `token_invalid`: the user is disabled
 */
export async function stepUpForeign(
  ctx: Sources,
  { provider, subject, sessionId, email }: Foreigner,
  given: { flow: string; code: string },
): Promise<void> {
  const trier = sessionTrier(subject, sessionId);
  await countTry(ctx, "secondFactor", trier);
  const taken = await takeCode(ctx, given, ["step_up"]);
  const isTheirs = taken?.userId === null && taken.email.toLowerCase() === email.toLowerCase();
  if (!isTheirs) throw wrongCode();
  await transaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, { provider, subject });
    if (user.status === "disabled") throw userDisabled();
    await tx`
      insert into identity_step_ups (session_id, provider, subject, at, expires_at)
      values (${sessionId}, ${provider}, ${subject}, now(), now() + ${KEPT_HOURS} * interval '1 hour')
      on conflict (session_id, provider, subject)
      do update set at = excluded.at, expires_at = excluded.expires_at`;
    await auditAccount(ctx, tx, { userId: user.id, action: "account.step_up" });
  });
  await forgetTries(ctx, ["secondFactor", "mailedCode", "mailedCodes"], trier);
}
