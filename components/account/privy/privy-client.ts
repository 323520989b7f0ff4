import Privy, { LocalStorage, PrivyApiError, PrivyClientError } from "@privy-io/js-sdk-core";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";

/**
 * Privy's headless browser library. It is loaded where people have their accounts at Privy, and nowhere else. It keeps
 * its tokens in the browser's storage, and the access token in the cookie `privy-token` as well, for pages that our
 * server makes; a token that is about to expire is renewed when it is asked for.
 */
let client: Privy | null = null;

export function clientOf({ appId, authUrl }: PrivyApp): Privy {
  const options = { appId, baseUrl: authUrl, storage: new LocalStorage() };
  client ??= new Privy(options);
  return client;
}

type Code = "rate_limited" | "authentication_error";

/** A refusal in the form in which our own pages word them. */
function refused(code: Code, reason: StipendError["reason"], status: number) {
  const answer = { code, message: "Privy refused the request.", details: { reason } } as const;
  return new StipendError(answer, status, undefined);
}

/**
 * Asks Privy for something.
 * @param reason what a refusal means
 * @throws StipendError or StipendConnectionError in place of what the library throws
 */
export async function ask<T>(work: () => Promise<T>, reason: StipendError["reason"]): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A wrong code for its frame, or a state that is not of this browser.
    const isMfa = (error as { type?: unknown } | null)?.type === "missing_or_invalid_mfa";
    if (isMfa || error instanceof PrivyClientError) {
      throw refused("authentication_error", reason, 401);
    }
    if (!(error instanceof PrivyApiError)) {
      throw new StipendConnectionError("Privy did not answer", undefined, undefined, {
        cause: error,
      });
    }
    const { status } = error;
    if (status === 429) throw refused("rate_limited", "too_many_requests", status);
    throw refused("authentication_error", reason, status);
  }
}

/** Returns the access token of the signed-in user; null when no user is signed in. */
const findToken = (app: PrivyApp): Promise<string | null> =>
  ask(() => clientOf(app).getAccessToken(), "signed_out");

const hasCookie = () => /(?:^|;\s*)privy-token=/.test(document.cookie);

/**
 * Goes on with a session that this browser has at Privy. Where our server would not see it, since the cookie is gone,
 * it is renewed.
 * @returns whether there is one that our server sees
 */
export async function resumeSession(app: PrivyApp): Promise<boolean> {
  if ((await findToken(app)) === null) return false;
  if (!hasCookie()) await ask(() => clientOf(app).user.get(), "signed_out");
  return hasCookie();
}

/** @throws StipendError `authentication_error` with `signed_out` */
export async function requireToken(app: PrivyApp): Promise<string> {
  const token = await findToken(app).catch((error: unknown) => {
    if (error instanceof StipendError) return null;
    throw error;
  });
  if (token === null) throw refused("authentication_error", "signed_out", 401);
  return token;
}

/** Has Privy mail a code. */
export async function askForCode(app: PrivyApp, email: string): Promise<void> {
  await ask(() => clientOf(app).auth.email.sendCode(email), "identity_unavailable");
}

/** Signs in by the code of a mail; an address that Privy does not know yet gets an account. */
export async function signInByCode(app: PrivyApp, email: string, code: string): Promise<void> {
  await ask(() => clientOf(app).auth.email.loginWithCode(email, code), "code_wrong");
}

/** What came of adding an address to an account; `taken`: another account has it. */
export type LinkOutcome = "linked" | "taken";

/** Has Privy add an address. A refusal that is not about whose it is means a wrong code. */
export function askToLink(work: () => Promise<unknown>): Promise<LinkOutcome> {
  const link = async (): Promise<LinkOutcome> => {
    try {
      await work();
      return "linked";
    } catch (error) {
      if (error instanceof PrivyApiError && `${error.code}` === "linked_to_another_user") {
        return "taken";
      }
      throw error;
    }
  };
  return ask(link, "code_wrong");
}

/** Gives the signed-in user's account the address that the code was mailed to. */
export function linkByCode(app: PrivyApp, email: string, code: string): Promise<LinkOutcome> {
  return askToLink(() => clientOf(app).auth.email.linkWithCode(email, code));
}

/** Ends the session at Privy, and forgets its tokens here. */
export async function signOutOfPrivy(app: PrivyApp): Promise<void> {
  await ask(() => clientOf(app).auth.logout(), "signed_out");
}
