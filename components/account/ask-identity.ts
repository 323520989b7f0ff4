import type { Route } from "@/lib/client/call";
import { callOwnAccount } from "@/lib/client/own-account";
import type { Endpoint, ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import { challengePurposes } from "@/lib/core/identity/challenge-purposes";
import { StipendError } from "@/sdk/src/errors";
import { forgetPass, passChallenge } from "./challenge-pass";

/** An endpoint of our own identity provider. */
type OwnRoute<E extends Endpoint> = Omit<Route<E>, "isPublic">;

/**
 * Asks our own identity provider for something, and solves the bot challenge where it wants another one first.
 * @throws StipendError what it answered
 * @throws StipendConnectionError when there is no answer of it
 */
export async function askIdentity<E extends Endpoint>(
  route: OwnRoute<E>,
  input: SentInput<E>,
): Promise<ReceivedOutput<E>> {
  const asked = { ...route, isPublic: true } as unknown as Route<E>;
  try {
    return await callOwnAccount<E>(asked, input);
  } catch (error) {
    if (!(error instanceof StipendError) || error.reason !== "challenge_required") throw error;
    const purpose = challengePurposes.find((one) => one === error.details.purpose) ?? "login";
    forgetPass(purpose);
    await passChallenge(purpose);
    return callOwnAccount<E>(asked, input);
  }
}

/** Asks for something that only a browser gets that has solved a challenge; see `askIdentity`. */
export async function askChallenged<E extends Endpoint>(
  purpose: NonNullable<E["challenge"]>,
  route: OwnRoute<E>,
  input: SentInput<E>,
): Promise<ReceivedOutput<E>> {
  await passChallenge(purpose);
  return askIdentity<E>(route, input);
}
