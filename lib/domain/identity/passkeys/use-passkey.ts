import type { UsedPasskey } from "@/lib/adapters/identity/web-authn";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { afterFirstFactor, type SignInStep, signedIn } from "@/lib/domain/identity/first-factor";
import { openSession, requireSession } from "@/lib/domain/identity/sessions";
import { noteProof } from "@/lib/domain/identity/step-up";
import { takeTicket } from "@/lib/domain/identity/tickets";
import { userOfTicket } from "./ask-for-passkey";
import { withPasskey } from "./prove-passkey";

interface Given {
  readonly credential: UsedPasskey;
}

/**
 * Signs in by a passkey alone: it is both factors.
 * @throws Refusal `authentication_error` with `passkey_wrong`
 */
export const signInByPasskey: IdentityVerb<Given, SignInStep> = (
  ctx,
  { credential: used },
  browser,
) =>
  withPasskey(ctx, { use: "sign_in", used, userId: null, browser }, (tx, proof) =>
    afterFirstFactor(tx, proof, browser),
  );

/**
 * Ends a sign-in by a passkey of its account. The ticket is taken once.
 * @throws Refusal `authentication_error` with `code_wrong` or `passkey_wrong`
 */
export const givePasskey: IdentityVerb<Given & { ticket: string }, SignInStep> = async (
  ctx,
  { ticket, credential: used },
  browser,
) => {
  const userId = await userOfTicket(ctx.db, ticket);
  const given = { use: `second_factor:${ticket}`, used, userId, browser } as const;
  const { token: session } = await withPasskey(ctx, given, async (tx, proof) => {
    const amr = await takeTicket(tx, ticket);
    return openSession(tx, { userId, amr: [...amr, ...proof.amr] }, browser);
  });
  return { answer: signedIn, session };
};

/**
 * Notes that the signed-in user has authenticated just now, by one of their passkeys.
 * @throws Refusal `authentication_error` with `passkey_wrong`
 */
export const stepUpByPasskey: IdentityVerb<Given, { done: true }> = async (
  ctx,
  { credential: used },
  browser,
) => {
  const session = await requireSession(ctx.db, browser);
  const { id, userId } = session;
  const given = { use: `step_up:${id}`, used, userId, browser } as const;
  await withPasskey(ctx, given, (tx, proof) => noteProof(tx, session, proof.amr));
  return { answer: { done: true } };
};
