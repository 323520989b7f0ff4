import { type Db, transaction } from "@/db/client";
import { Refusal } from "@/lib/core/errors";
import { hasAddress } from "./accounts";
import type { IdentityVerb } from "./browser";
import { type AskedCode, askForCode, takeCode } from "./codes";
import { wrongCode } from "./first-factor";
import { proveSecondFactor } from "./second-factor";
import { type GoodSession, hasFactor, requireSession, stepUpMethods } from "./sessions";
import { countTry, forgetTries } from "./throttle";
import { sessionTrier } from "./trier";

/**
 * Mails a code for a new authentication to a signed-in user without a second factor.
 * @throws Refusal `permission_denied` with `step_up_required`: the factor has to be used
 */
export const askToStepUp: IdentityVerb<object, AskedCode> = async (ctx, _input, browser) => {
  const session = await requireSession(ctx.db, browser);
  const { id, userId, email } = session;
  if (hasFactor(session)) throw needsFactor(session);
  return {
    answer: await askForCode(ctx, { purpose: "step_up", email, userId }, sessionTrier(userId, id)),
  };
};

/** A mailed code, or another provider, does not stand in for the second factor. */
export const needsFactor = (session: GoodSession) =>
  new Refusal("permission_denied", "Use the account's second factor, or a recovery code.", {
    details: { reason: "step_up_required", methods: stepUpMethods(session) },
  });

type StepUpInput = { code: string; flow?: string | undefined };

/**
 * Notes that the signed-in user has authenticated just now; access tokens issued from now on say so. A user with a
 * second factor must prove it, or give a recovery code.
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export const stepUp: IdentityVerb<StepUpInput, { done: true }> = async (ctx, given, browser) => {
  const session = await requireSession(ctx.db, browser);
  const trier = sessionTrier(session.userId, session.id);
  await countTry(ctx, "secondFactor", trier);
  const hasSecond = hasFactor(session);
  const method = await transaction(ctx.db, async (tx) => {
    const proof = hasSecond
      ? await proveSecondFactor(ctx, tx, { userId: session.userId, code: given.code }, browser)
      : null;
    if (proof) await noteProof(tx, session, [proof]);
    return proof;
  });
  if (!method && (hasSecond || !(await proveByMail(ctx, session, given)))) throw wrongCode();
  await forgetTries(ctx, ["secondFactor", "mailedCode", "mailedCodes"], trier);
  return { answer: { done: true } };
};

/** @returns whether the code was good; the session has then authenticated just now */
async function proveByMail(
  ctx: Parameters<typeof takeCode>[0],
  session: GoodSession,
  { flow, code }: StepUpInput,
): Promise<boolean> {
  const { userId } = session;
  const taken = flow === undefined ? null : await takeCode(ctx, { flow, code }, ["step_up"]);
  if (taken?.userId !== userId) return false;
  const { email } = taken;
  return transaction(ctx.db, async (tx) => {
    const isProof = await hasAddress(tx, { userId, email });
    if (isProof) await noteProof(tx, session, ["email"]);
    return isProof;
  });
}

/** @param amr how they have just authenticated (RFC 8176) */
export async function noteProof(
  db: Db,
  { id }: Pick<GoodSession, "id">,
  amr: readonly string[],
): Promise<void> {
  await db`
    update identity_sessions set auth_time = now(),
      amr = array(select distinct unnest(amr || ${[...amr]}::text[]))
    where id = ${id} and revoked_at is null`;
}
