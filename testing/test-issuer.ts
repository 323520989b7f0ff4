import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { testIssuer } from "@/lib/adapters/identity/test-issuer";

/** An identity provider of the tests: the server knows its public key. */
export interface TestIssuer {
  /** As IDENTITY_TEST_ISSUER_KEY has it. */
  readonly publicKey: string;
  /** PKCS #8 in base64, from which the same issuer can be made elsewhere. */
  readonly privateKey: string;
  /**
   * An access token of a person, of ten minutes, who has authenticated just now with a second factor.
   * @param claims in place of those, or left out where undefined
   */
  tokenOf(subject: string, claims?: Record<string, unknown>, header?: object): string;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** @param privateKey of an issuer that there is already */
export function createTestIssuer(privateKey = newPrivateKey()): TestIssuer {
  const key = createPrivateKey({
    key: Buffer.from(privateKey, "base64"),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    privateKey,
    publicKey: publicKey.toString("base64"),
    tokenOf(subject, claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const { issuer: iss, audience: aud, keyId: kid } = testIssuer;
      const times = { iat: now, exp: now + 600, auth_time: now };
      const body = { iss, aud, sub: subject, sid: `ses_${subject}`, ...times, amr: ["pwd", "otp"] };
      const signed = [
        { alg: "ES256", typ: "JWT", kid, ...header },
        { ...body, ...claims },
      ]
        .map(encode)
        .join(".");
      const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
      return `${signed}.${signature.toString("base64url")}`;
    },
  };
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
}
