import { transaction } from "@/db/client";
import type { identityTotp } from "@/db/schema/identity-factors";
import { findTotpStep, newTotpSecret, totpUri } from "@/lib/adapters/identity/totp";
import { invalidState } from "@/lib/core/errors";
import { auditAccount } from "./audit-account";
import type { IdentityVerb } from "./browser";
import { afterEnrolment } from "./enrol-factor";
import { wrongCode } from "./first-factor";
import { forgetUselessCodes, issueRecoveryCodes, noFactor } from "./recovery-codes";
import { tellOfChange } from "./security-mail";
import { endSessions, lockSession, requireFreshSession } from "./sessions";
import { countTry, forgetTries } from "./throttle";
import { openTotpSecret, sealTotpSecret } from "./totp-secret";
import { sessionTrier } from "./trier";

const enrolled = () =>
  invalidState("The account already has an authenticator app.", { reason: "factor_enrolled" });

/**
 * A secret for an authenticator app. It counts once a code of it was given; until then another can be asked for.
 * @throws Refusal `session_invalid_state` with `factor_enrolled`
 */
export const startTotp: IdentityVerb<object, { secret: string; uri: string }> = async (
  ctx,
  _input,
  browser,
) => {
  const { userId, email } = await requireFreshSession(ctx.db, browser);
  const secret = newTotpSecret();
  const { count } = await ctx.db`
    insert into identity_totp (user_id, secret_sealed)
    values (${userId}, ${sealTotpSecret(ctx.config, userId, secret)})
    on conflict (user_id) do update
      set secret_sealed = excluded.secret_sealed, created_at = now()
      where identity_totp.confirmed_at is null`;
  if (count === 0) throw enrolled();
  return { answer: { secret, uri: totpUri(secret, email) } };
};

type Row = Pick<typeof identityTotp.$inferSelect, "secretSealed" | "confirmedAt">;

/**
 * Takes the first code of an authenticator app, which is asked for at every sign-in from now on. Other browsers are
 * signed out.
 * @throws Refusal `session_invalid_state` with `factor_enrolled` or `factor_missing`
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export const confirmTotp: IdentityVerb<{ code: string }, { recoveryCodes: string[] }> = async (
  ctx,
  { code },
  browser,
) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep } = session;
  await countTry(ctx, "secondFactor", sessionTrier(userId, keep));
  const answer = await transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    const [row] = await tx<Row[]>`
      select secret_sealed, confirmed_at from identity_totp where user_id = ${userId} for no key update`;
    if (!row) throw noFactor();
    if (row.confirmedAt) throw enrolled();
    const secret = openTotpSecret(ctx.config, userId, row.secretSealed);
    const step = findTotpStep(secret, code, { after: 0n, at: Date.now() });
    if (step === null) throw wrongCode();
    await tx`
      update identity_totp set confirmed_at = now(), last_step = ${step} where user_id = ${userId}`;
    await afterEnrolment(tx, { userId, id: keep }, ["otp"]);
    const recoveryCodes = await issueRecoveryCodes(ctx, tx, userId);
    await auditAccount(ctx, tx, { userId, action: "account.enable_totp" });
    await tellOfChange(tx, { userId, change: "totp_enabled" }, browser);
    return { recoveryCodes };
  });
  await forgetTries(ctx, "secondFactor", sessionTrier(userId, keep));
  return { answer };
};

/**
 * Does without the authenticator app; where it was the last second factor, without recovery codes. Other browsers are
 * signed out.
 * @throws Refusal `session_invalid_state` with `factor_missing`
 */
export const disableTotp: IdentityVerb<object, { done: true }> = async (ctx, _input, browser) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep } = session;
  await transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    const { count } = await tx`
      delete from identity_totp where user_id = ${userId} and confirmed_at is not null`;
    if (count === 0) throw noFactor();
    await forgetUselessCodes(tx, userId);
    await endSessions(tx, { userId, reason: "factors_changed", keep });
    await auditAccount(ctx, tx, { userId, action: "account.disable_totp" });
    await tellOfChange(tx, { userId, change: "totp_disabled" }, browser);
  });
  return { answer: { done: true } };
};
