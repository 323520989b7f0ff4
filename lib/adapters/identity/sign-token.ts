import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A P-256 key pair that access tokens are signed with. */
export interface SigningKey {
  /** The thumbprint of the public key (RFC 7638). */
  readonly kid: string;
  readonly publicJwk: Record<string, string>;
  /** PKCS #8 in base64. */
  readonly privateKey: string;
}

/** What an access token says. */
export interface IssuedClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly sid: string;
  /** In seconds, as all times of a token. */
  readonly iat: number;
  readonly exp: number;
  readonly auth_time: number;
  readonly amr: readonly string[];
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { crv = "", kty = "", x = "", y = "" } = publicKey.export({ format: "jwk" });
  // In this order and without spaces, as the thumbprint wants it.
  const members = JSON.stringify({ crv, kty, x, y });
  return {
    kid: createHash("sha256").update(members).digest("base64url"),
    publicJwk: { crv, kty, x, y },
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
}

/** Signs an access token (ES256, RFC 7518). */
export function signToken(
  { kid, privateKey }: Pick<SigningKey, "kid" | "privateKey">,
  claims: IssuedClaims,
): string {
  const key = createPrivateKey({
    key: Buffer.from(privateKey, "base64"),
    format: "der",
    type: "pkcs8",
  });
  const header = encode({ alg: "ES256", typ: "JWT", kid });
  const signed = `${header}.${encode({ ...claims, jti: randomUUID() })}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}
