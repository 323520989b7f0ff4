import { createPublicKey, type KeyObject } from "node:crypto";
import { verifyToken } from "./json-web-token";
import type { TokenVerifier } from "./token-verifier";

/** The `iss`, `aud` and `kid` of the test issuer's tokens. */
export const testIssuer = {
  issuer: "stipend-test-issuer",
  audience: "stipend",
  keyId: "test",
} as const;

/** Ways to authenticate that are a second factor (RFC 8176). */
const secondFactors = new Set(["otp", "hwk", "swk", "mfa"]);

/** Its public key: P-256, SubjectPublicKeyInfo in base64. */
export function readTestIssuerKey(text: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("not a P-256 key");
  return key;
}

/**
 * Takes the tokens that whoever has the private key signs: it can be anybody, so that it must not exist
 * where a chain is not the local one.
 */
export function testIssuerVerifier(publicKey: KeyObject): TokenVerifier {
  const { issuer, audience, keyId } = testIssuer;
  const keyOf = async (kid: string) => (kid === keyId ? publicKey : null);
  return {
    issuer,
    async verify(token) {
      const { sub, sid, auth_time, amr } = await verifyToken(token, { issuer, audience, keyOf });
      return {
        provider: "test",
        subject: sub,
        sessionId: sid,
        authenticatedAt: auth_time === undefined ? null : new Date(auth_time * 1_000),
        hasSecondFactor: amr.some((method) => secondFactors.has(method)),
        stepUpMethods: ["test"],
      };
    },
  };
}
