import { type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { TokenRejected } from "./identity-provider";

/** What our clock and an issuer's may differ by. */
const TOLERANCE_SECONDS = 5;
/** An access token is some hundred bytes. */
const MAX_LENGTH = 4_096;

const seconds = z.number().int().nonnegative();
/** Printable ASCII: names are looked up in the database, which refuses U+0000 and lone surrogates. */
const name = z.string().regex(/^[!-~]{1,200}$/);
const headerSchema = z.object({
  alg: z.literal("ES256"),
  typ: z.literal("JWT"),
  kid: name.optional(),
});
const claimsSchema = z.object({
  iss: name,
  aud: name,
  sub: name,
  sid: z.string().regex(/^[!-~]{1,80}$/),
  iat: seconds,
  exp: seconds,
  nbf: seconds.optional(),
  auth_time: seconds.optional(),
  amr: z.array(name).max(10).default([]),
});
export type TokenClaims = z.output<typeof claimsSchema>;

/** What a token of an issuer must be like. */
interface TokenRequirements {
  readonly issuer: string;
  readonly audience: string;
  /** The issuer's key of that name, or of a token that names none; null when it has no such key. */
  keyOf(keyId: string | undefined): Promise<KeyObject | null>;
}

/** Whether a text has the form of a JSON Web Token (RFC 7519): three parts in base64url. */
export function looksLikeToken(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

/** The issuer that a token claims, not checked yet; null when it names none. */
export function claimedIssuer(token: string): string | null {
  try {
    const claims = z.object({ iss: name }).safeParse(decode(token.split(".")[1]));
    return claims.data?.iss ?? null;
  } catch {
    return null;
  }
}

/**
 * The claims of a token with an ES256 signature (RFC 7518, section 3.4), by the clock of this machine.
 * @throws TokenRejected
 */
export async function verifyToken(
  token: string,
  expected: TokenRequirements,
): Promise<TokenClaims> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = read(headerSchema, head, "header");
  const key = await expected.keyOf(header.kid);
  if (!key) throw new TokenRejected("the issuer has no such key");
  const signed = Buffer.from(`${head}.${body}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new TokenRejected("the signature is not the issuer's");
  const claims = read(claimsSchema, body, "claims");
  if (claims.iss !== expected.issuer) throw new TokenRejected("it is of another issuer");
  if (claims.aud !== expected.audience) throw new TokenRejected("it names another audience");
  checkTimes(claims, Date.now() / 1_000);
  return claims;
}

function checkTimes({ iat, exp, nbf = 0, auth_time = 0 }: TokenClaims, now: number): void {
  if (now >= exp + TOLERANCE_SECONDS) throw new TokenRejected("it is expired");
  if (now < Math.max(iat, nbf, auth_time) - TOLERANCE_SECONDS) {
    throw new TokenRejected("it is of the future");
  }
}

function read<Schema extends z.ZodType>(schema: Schema, part: string, name: string) {
  try {
    return schema.parse(decode(part));
  } catch {
    throw new TokenRejected(`its ${name} cannot be read`);
  }
}

function decode(part = ""): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}
