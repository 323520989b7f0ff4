import { createPublicKey, type KeyObject } from "node:crypto";
import {
  type FactorMethod,
  hasSecondFactor,
  type IdentityProvider,
  TokenRejected,
} from "./identity-provider";
import { verifyToken } from "./json-web-token";

/** The `provider` of those who have their accounts here. */
export const embeddedName = "embedded";

/** A session, with what is known of whose it is. */
export interface EmbeddedSession {
  readonly userId: string;
  /** Neither ended, nor expired, nor a disabled account's. */
  readonly good: boolean;
  readonly factors: readonly FactorMethod[];
  /** When the account's password was last reset by a code of a mail. */
  readonly passwordResetAt: Date | null;
}

interface Account {
  readonly email: string;
  readonly factors: readonly FactorMethod[];
  readonly createdAt: Date;
  readonly disabled: boolean;
}

/** What the provider reads of its own tables. */
export interface EmbeddedStore {
  /** A public key as a JSON Web Key, unless it was retired for long. */
  findKey(kid: string): Promise<Record<string, string> | null>;
  findSession(id: string): Promise<EmbeddedSession | null>;
  findAccount(id: string): Promise<Account | null>;
}

/** Who issues the tokens, for whom. */
export interface EmbeddedIssuer {
  readonly issuer: string;
  readonly audience: string;
}

/** A public key that was read, and until when it is not asked for again. */
interface KnownKey {
  readonly key: KeyObject;
  readonly until: number;
}

const KNOWN_MS = 60_000;
const MAX_KEYS = 16;
/**
 * Hold after a password reset, in which the owner can undo one that is not theirs. It does not cover a sign-in by a
 * mailed code: who reads the mailbox of an account without a second factor can do what its owner can.
 */
const HOLD_MS = 86_400_000;

/** Our own accounts. A session that was ended is refused with the next request, however long its token would live. */
export function embeddedProvider(
  { issuer, audience }: EmbeddedIssuer,
  store: EmbeddedStore,
  keys = new Map<string, KnownKey>(),
): IdentityProvider {
  const keyOf = async (kid: string | undefined) => {
    if (kid === undefined) return null;
    const known = keys.get(kid);
    if (known && Date.now() < known.until) return known.key;
    const jwk = await store.findKey(kid);
    if (!jwk) return null;
    if (keys.size >= MAX_KEYS) keys.clear();
    const key = createPublicKey({ key: jwk, format: "jwk" });
    keys.set(kid, { key, until: Date.now() + KNOWN_MS });
    return key;
  };
  return {
    name: embeddedName,
    issuer,
    async verify(token) {
      const claims = await verifyToken(token, { issuer, audience, keyOf });
      const session = await store.findSession(claims.sid);
      if (!session?.good || session.userId !== claims.sub) {
        throw new TokenRejected("its session is over");
      }
      const { auth_time: authTime } = claims;
      return {
        provider: embeddedName,
        subject: claims.sub,
        sessionId: claims.sid,
        authenticatedAt: authTime === undefined ? null : new Date(authTime * 1_000),
        hasSecondFactor: hasSecondFactor(claims.amr),
        heldUntil: session.passwordResetAt && new Date(session.passwordResetAt.getTime() + HOLD_MS),
        stepUpMethods: session.factors.length > 0 ? session.factors : ["email"],
      };
    },
    async getIdentity(subject) {
      const account = await store.findAccount(subject);
      if (!account) return null;
      const { email, factors: secondFactors, createdAt, disabled } = account;
      const named = { provider: embeddedName, subject };
      return { ...named, email, emailVerified: true, secondFactors, createdAt, disabled };
    },
  };
}
