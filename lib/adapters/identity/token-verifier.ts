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
export interface TokenVerifier {
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
