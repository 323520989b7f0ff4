import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { SignInProvider } from "./sign-in-providers";

/** What a provider says of a person. */
export interface ForeignIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** When they have authenticated there, in seconds; null where it is not said. */
  readonly authTime: number | null;
}

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(320).nullish().catch(null),
  // Some issuers send texts; Microsoft's says that the owner of the address' domain has verified it.
  email_verified: z
    .union([z.boolean(), z.literal("true")])
    .nullish()
    .catch(null),
  auth_time: z.number().int().nonnegative().nullish().catch(null),
  xms_edov: z
    .union([z.boolean(), z.literal(1), z.literal("1")])
    .nullish()
    .catch(null),
});

/** Reads what was told of a person. Only what says clearly that it was verified counts as verified. */
export function readIdentity(
  { id: provider, issuer }: Pick<SignInProvider, "id" | "issuer">,
  claims: unknown,
): ForeignIdentity | null {
  const read = claimsSchema.safeParse(claims).data;
  if (!read) return null;
  const { sub: subject, email = null, email_verified: verified, xms_edov: edov } = read;
  const isOfDomain = provider === "microsoft" && (edov === true || edov === 1 || edov === "1");
  const emailVerified = email !== null && (verified === true || verified === "true" || isOfDomain);
  const authTime = read.auth_time ?? null;
  return { provider, issuer, subject, email, emailVerified, authTime };
}

type Claims = Record<string, unknown>;
const profile = (claims: Claims) => ({ id: String(claims.sub ?? "") });
/** How long a provider may take to answer. */
const httpOptions = { timeout: 10_000 };

/** A provider as next-auth knows it. */
export const oauthConfig = (provider: SignInProvider): OAuthConfig<Claims> =>
  provider.id === "github" ? github(provider) : openIdConnect(provider);

function openIdConnect({ issuer, ...named }: SignInProvider): OAuthConfig<Claims> {
  return {
    ...named,
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    ...{ profile, httpOptions },
  };
}

const GITHUB_API = "https://api.github.com";
const userSchema = z.object({ id: z.number().int() });
const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub has no OpenID Connect: its interface is asked who the token's person is. */
function github({ id, name, clientId, clientSecret, issuer }: SignInProvider): OAuthConfig<Claims> {
  return {
    ...{ id, name, clientId, clientSecret },
    type: "oauth",
    authorization: {
      url: `${issuer}/login/oauth/authorize`,
      params: { scope: "read:user user:email" },
    },
    token: `${issuer}/login/oauth/access_token`,
    userinfo: {
      url: `${GITHUB_API}/user`,
      request: ({ tokens }) => readGithubUser(String(tokens.access_token)),
    },
    checks: ["pkce", "state"],
    ...{ profile, httpOptions },
  };
}

/**
 * The person of a token at GitHub, in the words of OpenID Connect.
 * @param api where GitHub's interface is
 */
export async function readGithubUser(token: string, api = GITHUB_API): Promise<Claims> {
  const ask = async (path: string): Promise<unknown> => {
    const reply = await fetch(`${api}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
      signal: AbortSignal.timeout(httpOptions.timeout),
    });
    if (!reply.ok) throw new Error(`GitHub answered ${reply.status}`);
    return reply.json();
  };
  const { id } = userSchema.parse(await ask("/user"));
  const primary = emailsSchema.parse(await ask("/user/emails")).find((one) => one.primary);
  return { sub: String(id), email: primary?.email, email_verified: primary?.verified === true };
}
