import { transaction } from "@/db/client";
import { Refusal } from "@/lib/core/errors";
import type { IdentityVerb } from "./browser";
import { type AskedCode, askForCode, takeCode } from "./codes";
import { wrongCode } from "./first-factor";
import { proveSecondFactor } from "./second-factor";
import { type GoodSession, requireSession } from "./sessions";
import { countTry, forgetTries } from "./throttle";
import { sessionTrier } from "./trier";

/**
 * Mails a code for a new authentication to a signed-in user without an authenticator app.
 * @throws Refusal `permission_denied` with `step_up_required`: the app has to be used
 */
export const askToStepUp: IdentityVerb<object, AskedCode> = async (ctx, _input, browser) => {
  const { id, userId, email, hasTotp } = await requireSession(ctx.db, browser);
  if (hasTotp) throw needsTotp();
  return {
    answer: await askForCode(ctx, { purpose: "step_up", email, userId }, sessionTrier(userId, id)),
  };
};

const needsTotp = () =>
  new Refusal("permission_denied", "Use the authenticator app, or a recovery code.", {
    details: { reason: "step_up_required", methods: ["totp"] },
  });

type StepUpInput = { code: string; flow?: string | undefined };

/**
 * Notes that the signed-in user has authenticated just now; access tokens issued from now on say so. A user with an
 * authenticator app must prove it.
 * @throws Refusal `authentication_error` with `code_wrong`
 */
export const stepUp: IdentityVerb<StepUpInput, { done: true }> = async (ctx, given, browser) => {
  const session = await requireSession(ctx.db, browser);
  const trier = sessionTrier(session.userId, session.id);
  await countTry(ctx, "secondFactor", trier);
  const method = await transaction(ctx.db, async (tx) => {
    const proof = session.hasTotp
      ? await proveSecondFactor(ctx, tx, { userId: session.userId, code: given.code }, browser)
      : null;
    if (proof) await noteProof(tx, session, proof);
    return proof;
  });
  if (!method && (session.hasTotp || !(await provesByMail(ctx, session, given)))) throw wrongCode();
  if (!method) await noteProof(ctx.db, session, "email");
  await forgetTries(ctx, ["secondFactor", "mailedCode", "mailedCodes"], trier);
  return { answer: { done: true } };
};

async function provesByMail(
  ctx: Parameters<typeof takeCode>[0],
  { userId }: GoodSession,
  { flow, code }: StepUpInput,
): Promise<boolean> {
  const taken = flow === undefined ? null : await takeCode(ctx, { flow, code }, ["step_up"]);
  return taken?.userId === userId;
}

async function noteProof(
  db: Parameters<typeof requireSession>[0],
  { id }: GoodSession,
  method: string,
): Promise<void> {
  await db`
    update identity_sessions set auth_time = now(),
      amr = case when ${method} = any (amr) then amr else array_append(amr, ${method}) end
    where id = ${id} and revoked_at is null`;
}
