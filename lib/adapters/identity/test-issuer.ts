import type { KeyObject } from "node:crypto";
import { hasSecondFactor, type IdentityProvider } from "./identity-provider";
import { verifyToken } from "./json-web-token";

/** The `iss`, `aud` and `kid` of the test issuer's tokens. */
export const testIssuer = {
  issuer: "stipend-test-issuer",
  audience: "stipend",
  keyId: "test",
} as const;

/**
 * Accepts tokens signed with the private key. Its holder can sign in as any user, so it must not exist where a chain is
 * not the local one.
 */
export function testIssuerVerifier(publicKey: KeyObject): IdentityProvider {
  const { issuer, audience, keyId } = testIssuer;
  const keyOf = async (kid: string | undefined) => (kid === keyId ? publicKey : null);
  return {
    name: "test",
    issuer,
    async verify(token) {
      const { sub, sid, auth_time, amr } = await verifyToken(token, { issuer, audience, keyOf });
      return {
        provider: "test",
        subject: sub,
        sessionId: sid,
        authenticatedAt: auth_time === undefined ? null : new Date(auth_time * 1_000),
        hasSecondFactor: hasSecondFactor(amr),
        heldUntil: null,
        stepUpMethods: ["test"],
      };
    },
    // Stateless: every subject in a token exists.
    getIdentity: async (subject) => ({
      provider: "test",
      subject,
      email: null,
      emailVerified: false,
      secondFactors: [],
      createdAt: new Date(0),
      disabled: false,
    }),
  };
}
