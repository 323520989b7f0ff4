import type { LinkedAccount, User } from "@privy-io/node";
import { unavailable } from "@/lib/core/errors";
import {
  type FactorMethod,
  type IdentityProfile,
  type IdentityProvider,
  TokenRejected,
} from "./identity-provider";
import { type PrivySettings, privyClient } from "./privy-client";
import { type IdentityWebhook, readPrivyWebhook, type SentWebhook } from "./privy-webhook";

const DEADLINE_MS = 5_000;
/** Enrolled factors are read again after this time; that there is none sooner, since people enrol one to go on. */
const KNOWN_MS = { some: 60_000, none: 5_000 };
const MAX_KNOWN = 1_000;
/** By how much Privy's clock and ours may differ. */
const TOLERANCE_MS = 5_000;
/** Printable ASCII: names are looked up in the database, which refuses U+0000 and lone surrogates. */
const NAME = /^[!-~]{1,200}$/;

export interface PrivyStore {
  /**
   * `revokedUntil`: tokens of the user that were issued until then are refused. `authenticatedAt`: when the user last
   * authenticated again with us in this session. Null where there is none.
   */
  findSession(
    subject: string,
    sessionId: string,
  ): Promise<{ revokedUntil: Date | null; authenticatedAt: Date | null }>;
}

/** Privy, which also sends webhooks. */
export interface PrivyProvider extends IdentityProvider {
  /** @throws WebhookRejected */
  readWebhook(sent: SentWebhook): Promise<IdentityWebhook>;
}

/** The `provider` of those who have their accounts at Privy. */
export const privyName = "privy";

const factorMethods: readonly FactorMethod[] = ["totp", "passkey", "sms", "email"];

/** The address that Privy has sent a code to, or else that of a Google or Apple account. */
function emailOf(accounts: readonly LinkedAccount[]): string | null {
  const mailed = accounts.find((account) => account.type === "email" && account.verified_at > 0);
  if (mailed?.type === "email" && mailed.address) return mailed.address;
  for (const account of accounts) {
    const isProof = account.type === "google_oauth" || account.type === "apple_oauth";
    if (isProof && account.email) return account.email;
  }
  return null;
}

function profileOf(user: User): IdentityProfile {
  const email = emailOf(user.linked_accounts);
  const enrolled = new Set<string>(user.mfa_methods.map(({ type }) => type));
  return {
    provider: privyName,
    subject: user.id,
    email,
    emailVerified: email !== null,
    secondFactors: factorMethods.filter((method) => enrolled.has(method)),
    createdAt: new Date(user.created_at * 1_000),
    disabled: false,
  };
}

/** Accounts at Privy. Its tokens prove no second factor, so enrolled factors are read from Privy when required. */
export function privyProvider(settings: PrivySettings, store: PrivyStore): PrivyProvider {
  const client = privyClient(settings);
  const enrolled = new Map<string, { has: boolean; until: number }>();
  const getIdentity = async (subject: string) => {
    const profile = await readUser(client, subject);
    const has = (profile?.secondFactors.length ?? 0) > 0;
    if (enrolled.size >= MAX_KNOWN) enrolled.clear();
    enrolled.set(subject, { has, until: Date.now() + (has ? KNOWN_MS.some : KNOWN_MS.none) });
    return profile;
  };
  return {
    name: privyName,
    issuer: "privy.io",
    async verify(token) {
      const { subject, sessionId, issuedAt } = await readToken(client, token);
      const { revokedUntil, authenticatedAt } = await store.findSession(subject, sessionId);
      if (revokedUntil && issuedAt <= revokedUntil) throw new TokenRejected("it was revoked");
      return {
        provider: privyName,
        ...{ subject, sessionId, authenticatedAt },
        hasSecondFactor: false,
        heldUntil: null,
        stepUpMethods: ["email"],
      };
    },
    getIdentity,
    async hasEnrolledFactor(subject) {
      const known = enrolled.get(subject);
      if (known && Date.now() < known.until) return known.has;
      return ((await getIdentity(subject))?.secondFactors.length ?? 0) > 0;
    },
    readWebhook: async (sent) => readPrivyWebhook(await client(), sent),
  };
}

type Client = ReturnType<typeof privyClient>;

/**
 * Checks a token offline, by the app's key.
 * @throws TokenRejected
 */
async function readToken(client: Client, token: string) {
  const auth = (await client()).utils().auth();
  const claims = await auth.verifyAccessToken(token).catch((error: unknown) => {
    throw new TokenRejected(error instanceof Error ? error.message : "it cannot be read");
  });
  const { user_id: subject, session_id: sessionId, issued_at } = claims;
  if (!NAME.test(subject) || !NAME.test(sessionId)) throw new TokenRejected("it names no session");
  const issuedAt = new Date(issued_at * 1_000);
  // The library checks the end of a token alone.
  if (issuedAt.getTime() > Date.now() + TOLERANCE_MS)
    throw new TokenRejected("it is of the future");
  return { subject, sessionId, issuedAt };
}

/** @throws Refusal `api_error` with `identity_unavailable`: the user's current profile cannot be read */
async function readUser(client: Client, subject: string): Promise<IdentityProfile | null> {
  const { NotFoundError } = await import("@privy-io/node");
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const user = await (await client()).users()._get(subject, { signal });
    if (user.id !== subject) throw new Error("Privy answered with another user");
    return profileOf(user);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw unavailable("identity_unavailable", "The identity provider does not answer: try again.");
  }
}
