import type { TokenVerifier } from "./token-verifier";

/** What somebody can prove that they are with, beside a password or a code by mail. */
export type FactorMethod = "totp" | "passkey" | "sms" | "email";

/** Somebody, as their identity provider knows them now. */
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

/** Where people have their accounts. It tells whose a token is, and what is known of them. */
export interface IdentityProvider extends TokenVerifier {
  readonly name: string;
  /** Somebody as they are now, not as a token says that they were; null where there is no such account. */
  getIdentity(subject: string): Promise<IdentityProfile | null>;
  /**
   * Whether somebody has enrolled a second factor, as it was known within the last minute; only where tokens do not
   * tell what somebody has signed in with.
   */
  hasEnrolledFactor?(subject: string): Promise<boolean>;
}
