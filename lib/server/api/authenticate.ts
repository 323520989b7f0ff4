import {
  type IdentityProvider,
  TokenRejected,
  type VerifiedToken,
} from "@/lib/adapters/identity/identity-provider";
import { claimedIssuer, looksLikeToken } from "@/lib/adapters/identity/json-web-token";
import type { Auth, Endpoint } from "@/lib/contract/endpoint";
import { invalidRequest, Refusal } from "@/lib/core/errors";
import { type Mode, modes } from "@/lib/core/modes";
import { findAdmin } from "@/lib/domain/identity/find-admin";
import { findMember } from "@/lib/domain/identity/find-member";
import type { ApiRequest } from "@/lib/server/http/http";
import type { Runtime } from "@/lib/server/runtime";
import { authenticateKey } from "./authenticate-key";
import {
  type AdminCredential,
  type Credential,
  type KeyCredential,
  refused,
  type SessionCredential,
} from "./credential";
import { identityProviders } from "./identity-providers";

type Sources = Pick<Runtime, "db" | "config" | "chains">;

/** A token that is good, and who has issued it. */
interface VerifiedPerson {
  readonly verified: VerifiedToken;
  readonly provider: IdentityProvider;
}

/**
 * Finds whose an access token is.
 * @throws Refusal `authentication_error` with `token_invalid`
 */
export async function verifyPerson(
  current: Pick<Runtime, "db" | "config" | "chains">,
  token: string,
): Promise<VerifiedPerson> {
  const issuer = claimedIssuer(token);
  const provider = (await identityProviders(current)).find((one) => one.issuer === issuer);
  try {
    if (!provider) throw new TokenRejected("its issuer is unknown");
    return { verified: await provider.verify(token), provider };
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error;
    throw refused("token_invalid", "The access token is not valid.");
  }
}

/**
 * Finds the person of an access token: an admin user where an endpoint is for those, else one of a merchant.
 * @throws Refusal as `authenticate` does
 */
export async function authenticateToken(
  current: Sources,
  auth: Auth,
  token: string,
  { header }: Pick<ApiRequest, "header">,
): Promise<SessionCredential | AdminCredential> {
  const { verified, provider } = await verifyPerson(current, token);
  const { sessionId, authenticatedAt, stepUpMethods, heldUntil } = verified;
  const signedIn = { sessionId, authenticatedAt, stepUpMethods };
  if (auth === "admin") {
    const hasSecondFactor =
      verified.hasSecondFactor || (await provider.hasEnrolledFactor?.(verified.subject)) === true;
    const profile = () => provider.getIdentity(verified.subject);
    const sources = { db: current.db, config: current.config, profile };
    const { id: adminId, role } = await findAdmin(sources, { ...verified, hasSecondFactor });
    return { kind: "admin", adminId, role, ...signedIn };
  }
  const mode = modeOf(header("stipend-mode"));
  const member = await findMember(current.db, verified, header("stipend-merchant"));
  return { kind: "session", ...member, mode, ...signedIn, heldUntil };
}

function modeOf(named: string | null): Mode {
  const mode = modes.find((one) => one === (named ?? "test"));
  if (mode) return mode;
  throw invalidRequest("Stipend-Mode", "Stipend-Mode must be test or live.", {
    reason: "validation_failed",
  });
}

/**
 * Finds whose an `Authorization: Bearer` header is (RFC 6750): an API key, or the access token of a person
 * who is signed in. Public endpoints look at none.
 * @throws Refusal `authentication_error`: missing, malformed, unknown, expired or revoked
 * @throws Refusal `merchant_not_synced`: a person without a merchant
 * @throws Refusal `permission_denied`: no admin user where one is needed, another merchant's person, or a key for pages of
 * other origins (`origin_not_allowed`)
 * @throws Refusal `invalid_request`: `Stipend-Mode` of a person is no mode, or is not the key's
 */
export async function authenticate(
  current: Pick<Runtime, "db" | "config" | "chains">,
  { auth }: Pick<Endpoint, "auth">,
  request: Pick<ApiRequest, "header" | "address">,
): Promise<Credential> {
  if (auth === "none") return { kind: "public", ip: request.address };
  const authorization = request.header("authorization");
  if (!authorization) {
    throw refused("api_key_missing", "Send your API key as `Authorization: Bearer <key>`.");
  }
  if (/^Basic /i.test(authorization)) {
    const message = "Basic authentication is not taken: send `Authorization: Bearer <key>`.";
    throw refused("api_key_malformed", message);
  }
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  if (looksLikeToken(bearer)) return authenticateToken(current, auth, bearer, request);
  const credential = await authenticateKey(current.db, current.config, bearer);
  if (credential.kind === "key") refuseOrigin(credential, request.header("origin"));
  refuseOtherMode(credential, request.header("stipend-mode"));
  return credential;
}

/** A key has one mode: a request that names the other one was meant for another key. */
function refuseOtherMode({ mode }: { readonly mode: Mode }, named: string | null): void {
  if (named === null || named === mode) return;
  throw invalidRequest("Stipend-Mode", `This API key works in ${mode} mode.`, {
    reason: "mode_mismatch",
  });
}

function refuseOrigin({ allowedOrigins }: KeyCredential, origin: string | null): void {
  if (allowedOrigins === null || (origin !== null && allowedOrigins.includes(origin))) return;
  throw new Refusal("permission_denied", "The key is not for pages of this origin.", {
    details: { reason: "origin_not_allowed" },
  });
}
