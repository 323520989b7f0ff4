import { looksLikeToken } from "@/lib/adapters/identity/json-web-token";
import type { Endpoint } from "@/lib/contract/endpoint";
import { Refusal } from "@/lib/core/errors";
import { authenticateKey } from "./authenticate-key";
import { authenticateToken } from "./authenticate-token";
import { type Credential, type KeyCredential, refused } from "./credential";
import type { ApiRequest } from "./http";
import type { Runtime } from "./runtime";

/**
 * Finds whose an `Authorization: Bearer` header is (RFC 6750): an API key, or the access token of a person
 * who is signed in. Public endpoints look at none.
 * @throws Refusal `authentication_error`: missing, malformed, unknown, expired or revoked
 * @throws Refusal `merchant_not_synced`: a person without a merchant
 * @throws Refusal `permission_denied`: no admin user where one is needed, another merchant's person, or a key for pages of
 * other origins (`origin_not_allowed`)
 * @throws Refusal `invalid_request`: `Stipend-Mode` of a person is no mode
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
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  if (looksLikeToken(bearer)) return authenticateToken(current, auth, bearer, request);
  const credential = await authenticateKey(current.db, current.config, bearer);
  if (credential.kind === "key") refuseOrigin(credential, request.header("origin"));
  return credential;
}

function refuseOrigin({ allowedOrigins }: KeyCredential, origin: string | null): void {
  if (allowedOrigins === null || (origin !== null && allowedOrigins.includes(origin))) return;
  throw new Refusal("permission_denied", "The key is not for pages of this origin.", {
    details: { reason: "origin_not_allowed" },
  });
}
