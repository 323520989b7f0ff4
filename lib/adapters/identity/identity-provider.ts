/** Factors a user can prove, besides a password or an emailed code. */
export type FactorMethod = "totp" | "passkey" | "sms" | "email";

/** A user, as their identity provider knows them now. */
export interface IdentityProfile {
  readonly provider: string;
  readonly subject: string;
  /** Null where the provider knows none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** What they have enrolled as a second factor. */
  readonly secondFactors: readonly FactorMethod[];
  readonly createdAt: Date;
  readonly disabled: boolean;
}

/** What a good access token says. */
export interface VerifiedToken {
  /** Together with `subject` it names a person. */
  readonly provider: string;
  readonly subject: string;
  readonly sessionId: string;
  /** When the person last authenticated; null where the provider does not tell. */
  readonly authenticatedAt: Date | null;
  readonly hasSecondFactor: boolean;
  /** How the person can authenticate anew. */
  readonly stepUpMethods: readonly string[];
  /** Until when what moves money must not be changed; null where it may be. */
  readonly heldUntil: Date | null;
}

/** An identity provider, as the API knows it: it tells whose a token is, or that it is not good. */
interface TokenVerifier {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /**
   * Checks everything about a token: signature, claims, times, and whether its session was revoked.
   * @throws TokenRejected
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** A token that is not good; the message is for the log alone. */
export class TokenRejected extends Error {
  override readonly name = "TokenRejected";
}

/** Where people have their accounts. It tells whose a token is, and what is known of them. */
export interface IdentityProvider extends TokenVerifier {
  readonly name: string;
  /** The user's current profile, not the one in a token; null when there is no such account. */
  getIdentity(subject: string): Promise<IdentityProfile | null>;
  /**
   * Whether the user has enrolled a second factor, at most a minute old; only for providers whose tokens do not name
   * the factors of a sign-in.
   */
  hasEnrolledFactor?(subject: string): Promise<boolean>;
}

/** Ways to authenticate that are a second factor (RFC 8176); `rc` is a recovery code. */
const secondFactors = new Set(["otp", "hwk", "swk", "mfa", "rc"]);

/** Whether the person authenticated with a second factor. */
export const hasSecondFactor = (amr: readonly string[]): boolean =>
  amr.some((method) => secondFactors.has(method));
