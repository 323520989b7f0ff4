import type { AuthOptions } from "next-auth";
import type { Provider } from "next-auth/providers/index";
import { oauthConfig, readIdentity } from "@/lib/adapters/identity/oauth-config";
import { signInProviders } from "@/lib/adapters/identity/sign-in-providers";
import { deriveSecret } from "@/lib/adapters/sealing/seal";
import { Refusal } from "@/lib/core/errors";
import { returnPath } from "@/lib/core/text/return-path";
import type { Browser, BrowserAnswer } from "@/lib/domain/identity/browser";
import type { SignInStep } from "@/lib/domain/identity/first-factor";
import { confirmByProvider } from "@/lib/domain/identity/identities/confirm-by-provider";
import { linkIdentity } from "@/lib/domain/identity/identities/link-identity";
import { signInByProvider } from "@/lib/domain/identity/identities/sign-in-by-provider";
import { signOut } from "@/lib/domain/identity/own-account";
import { giveSecondFactor } from "@/lib/domain/identity/second-factor";
import { requireSession } from "@/lib/domain/identity/sessions";
import { signIn } from "@/lib/domain/identity/sign-in";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { sessionCookieParts } from "@/lib/server/http/cookies";

type Ctx = Context<PublicActor>;

/** What a sign-in by next-auth works with. */
export interface AuthRequest {
  readonly ctx: Ctx;
  readonly browser: Browser;
  /** Where the browser wants to be afterwards, as next-auth's cookie has it. */
  readonly wanted: string | null;
}

/** Where accounts are linked. */
const securityPage = "/dashboard/settings/security";
const loginPage = "/login";
const confirmedPage = "/confirmed";

/** What the pages are told of a refusal, which they have words for. */
export const pageOfRefusal = (reason: string, page: string) =>
  `${page}?problem=${encodeURIComponent(reason)}`;

/** What a browser that comes back is to do, as the page that it wants says; null for a sign-in. */
function taskOf({ ctx, wanted }: Pick<AuthRequest, "ctx" | "wanted">) {
  const path = wantedPath(ctx, wanted);
  const { searchParams } = new URL(path, ctx.config.APP_URL);
  return { path, link: searchParams.get("link"), confirm: searchParams.get("confirm") };
}

/** The page that says why nothing came of it: a person who links or confirms is signed in, and leaves the login page. */
export function pageOfFailure(request: Pick<AuthRequest, "ctx" | "wanted">): string {
  const { link, confirm } = taskOf(request);
  if (confirm !== null) return confirmedPage;
  return link === null ? loginPage : securityPage;
}

/** Ends a sign-in that waits for its second factor. No server is sent what is behind the `#`. */
function pageOfTicket({ ticket, methods }: SignInStep, wanted: string): string {
  const held = new URLSearchParams({ ticket: ticket ?? "", methods: methods.join() });
  return `${loginPage}?returnTo=${encodeURIComponent(wanted)}#${held}`;
}

/** Their token is that of the session's row. */
interface SignedInUser {
  id: string;
  sessionToken?: string;
}

/**
 * How next-auth signs in here. Its token is the opaque one of a session's row, which is looked up each time: a session
 * that was ended is none at the next request.
 */
export function authOptions(request: AuthRequest): AuthOptions {
  const { ctx } = request;
  const { name, secure, maxAge } = sessionCookieParts(ctx.config);
  const providers: Provider[] = signInProviders(ctx.config).map(oauthConfig);
  return {
    secret: deriveSecret(ctx.config, "next-auth"),
    providers: [...providers, ofPassword(request)],
    session: { strategy: "jwt", maxAge },
    jwt: {
      maxAge,
      encode: async ({ token }) => String(token?.sessionToken ?? ""),
      decode: async ({ token }) => readSession(ctx, token ?? null),
    },
    cookies: {
      sessionToken: { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure } },
    },
    pages: { signIn: pageOfFailure(request), error: pageOfFailure(request) },
    callbacks: {
      signIn: ({ user, account, profile }) =>
        account?.type === "oauth" ? bySignIn(request, account.provider, user, profile) : true,
      jwt: ({ token, user }) => {
        const { sessionToken } = (user ?? {}) as SignedInUser;
        return sessionToken === undefined ? token : { ...token, sessionToken };
      },
      session: ({ session, token }) => ({ ...session, user: { email: token.email ?? null } }),
      redirect: ({ url, baseUrl }) => `${baseUrl}${wantedPath(ctx, url)}`,
    },
    events: {
      signOut: async ({ token }) => {
        await signOut(ctx, {}, { ...request.browser, token: String(token.sessionToken) });
      },
    },
    logger: loggerOf(ctx),
  };
}

/** Its own messages may hold codes and tokens; only what went wrong is logged. */
function loggerOf({ log }: Ctx): AuthOptions["logger"] {
  const error = (code: string, about: unknown) => {
    const { error: inner = about } = (about ?? {}) as { error?: unknown };
    const cause = inner instanceof Error ? inner.message : undefined;
    log.warn({ code, cause }, "a sign-in with another provider failed");
  };
  return { error, warn: () => {}, debug: () => {} };
}

/** The path of our own that a browser may be sent to. */
function wantedPath({ config }: Pick<Ctx, "config">, url: string | null): string {
  const { origin } = new URL(config.APP_URL);
  return returnPath(url?.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
}

async function readSession(ctx: Ctx, token: string | null) {
  try {
    const { userId, email } = await requireSession(ctx.db, { token });
    return { sub: userId, email, sessionToken: token };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Signs in, or links where the signed-in person has asked for that. @returns where else to go */
async function bySignIn(
  request: AuthRequest,
  id: string,
  user: SignedInUser,
  profile: unknown,
): Promise<boolean | string> {
  const { ctx, browser } = request;
  const failed = pageOfFailure(request);
  const provider = signInProviders(ctx.config).find((one) => one.id === id);
  const identity = provider && readIdentity(provider, profile);
  if (!identity) return pageOfRefusal("identity_unverified", failed);
  const { path, link, confirm } = taskOf(request);
  if (confirm !== null) return confirmAt({ ctx, browser }, { ...identity, confirm });
  try {
    if (link !== null) {
      await linkIdentity(ctx, { ...identity, link }, browser);
      return `${securityPage}?done=linked`;
    }
    const step = await signInByProvider(ctx, identity, browser);
    if (!step.session) return pageOfTicket(step.answer, path);
    user.sessionToken = step.session;
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return pageOfRefusal(error.info.details.reason, failed);
  }
}

/** Confirms that it is still the same person. @returns the page that a window of its own ends at */
async function confirmAt(
  { ctx, browser }: Pick<AuthRequest, "ctx" | "browser">,
  confirmation: Parameters<typeof confirmByProvider>[1],
): Promise<string> {
  try {
    await confirmByProvider(ctx, confirmation, browser);
    return confirmedPage;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return pageOfRefusal(error.info.details.reason, confirmedPage);
  }
}

/** Address and password, and a code where there is a second factor, by the verbs of the forms. */
function ofPassword({ ctx, browser }: AuthRequest): Provider {
  const options = {
    name: "Password",
    credentials: {
      email: { label: "E-mail", type: "email" },
      password: { label: "Password", type: "password" },
      code: { label: "Code", type: "text" },
    },
    async authorize(given: Partial<Record<"email" | "password" | "code", string>> | undefined) {
      const { email = "", password = "", code = "" } = given ?? {};
      const step = await reasoned(signIn(ctx, { email, password }, browser));
      const { ticket } = step.answer;
      const ended =
        ticket === null || code === ""
          ? step
          : await reasoned(giveSecondFactor(ctx, { ticket, code }, browser));
      if (!ended.session) throw new Error("second_factor");
      const { userId: id, email: name } = await requireSession(ctx.db, { token: ended.session });
      return { id, email: name, sessionToken: ended.session };
    },
  };
  return { id: "credentials", type: "credentials", ...options };
}

/** next-auth tells the page the message of an error. */
async function reasoned(
  signingIn: Promise<BrowserAnswer<SignInStep>>,
): Promise<BrowserAnswer<SignInStep>> {
  try {
    return await signingIn;
  } catch (error) {
    if (error instanceof Refusal) throw new Error(error.info.details.reason);
    throw error;
  }
}
