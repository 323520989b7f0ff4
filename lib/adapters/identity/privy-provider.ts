import type { KeyObject } from "node:crypto";
import { fetch } from "undici";
import { z } from "zod";
import { unavailable } from "@/lib/core/errors";
import {
  type FactorMethod,
  type IdentityProfile,
  type IdentityProvider,
  TokenRejected,
} from "./identity-provider";
import { verifyToken } from "./json-web-token";

const DEADLINE_MS = 5_000;
/** Enrolled factors are read again after this time. */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 1_000;

export interface PrivySettings {
  readonly appId: string;
  readonly appSecret: string;
  /** The app's verification key: tokens are checked without asking Privy. */
  readonly publicKey: KeyObject;
  readonly apiUrl: string;
}

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

/** The `provider` of those who have their accounts at Privy. */
export const privyName = "privy";

const accountSchema = z.object({
  type: z.string(),
  address: z.string().optional(),
  email: z.string().nullish(),
  verified_at: z.number().nullish(),
});
type LinkedAccount = z.output<typeof accountSchema>;

/** A user as Privy's REST interface tells it, as far as we read it. */
const privyUserSchema = z.object({
  id: z.string().min(1).max(200),
  created_at: z.number(),
  linked_accounts: z.array(accountSchema),
  mfa_methods: z.array(z.object({ type: z.string() })).default([]),
});

const factorMethods: readonly FactorMethod[] = ["totp", "passkey", "sms", "email"];

/** Whom Privy has sent a code to, or else who has signed in with Google or Apple. */
function emailOf(accounts: readonly LinkedAccount[]): string | null {
  const mailed = accounts.find(
    ({ type, address, verified_at }) => type === "email" && address && (verified_at ?? 0) > 0,
  );
  if (mailed?.address) return mailed.address;
  const oauth = accounts.find(
    ({ type, email }) => (type === "google_oauth" || type === "apple_oauth") && email,
  );
  return oauth?.email ?? null;
}

function profileOf(user: z.output<typeof privyUserSchema>): IdentityProfile {
  const email = emailOf(user.linked_accounts);
  const enrolled = new Set(user.mfa_methods.map(({ type }) => type));
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
export function privyProvider(settings: PrivySettings, store: PrivyStore): IdentityProvider {
  const { appId, publicKey } = settings;
  const enrolled = new Map<string, { has: boolean; until: number }>();
  const getIdentity = (subject: string) => readUser(settings, subject);
  return {
    name: privyName,
    issuer: "privy.io",
    async verify(token) {
      const keyOf = async () => publicKey;
      const { sub, sid, iat } = await verifyToken(token, {
        ...{ issuer: "privy.io", audience: appId, keyOf },
      });
      const { revokedUntil: until, authenticatedAt } = await store.findSession(sub, sid);
      if (until && iat * 1_000 <= until.getTime()) throw new TokenRejected("it was revoked");
      return {
        provider: privyName,
        subject: sub,
        sessionId: sid,
        authenticatedAt,
        hasSecondFactor: false,
        heldUntil: null,
        stepUpMethods: ["email"],
      };
    },
    getIdentity,
    async hasEnrolledFactor(subject) {
      const known = enrolled.get(subject);
      if (known && Date.now() < known.until) return known.has;
      const has = ((await getIdentity(subject))?.secondFactors.length ?? 0) > 0;
      if (enrolled.size >= MAX_KNOWN) enrolled.clear();
      enrolled.set(subject, { has, until: Date.now() + KNOWN_MS });
      return has;
    },
  };
}

/** @throws Refusal `api_error` with `identity_unavailable`: the user's current profile cannot be read */
async function readUser({ appId, appSecret, apiUrl }: PrivySettings, subject: string) {
  const credentials = Buffer.from(`${appId}:${appSecret}`).toString("base64");
  try {
    const response = await fetch(`${apiUrl}/v1/users/${encodeURIComponent(subject)}`, {
      headers: { authorization: `Basic ${credentials}`, "privy-app-id": appId },
      redirect: "error",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`Privy answers ${response.status}`);
    const user = privyUserSchema.parse(await response.json());
    if (user.id !== subject) throw new Error("Privy answered with another user");
    return profileOf(user);
  } catch {
    throw unavailable("identity_unavailable", "The identity provider does not answer: try again.");
  }
}
