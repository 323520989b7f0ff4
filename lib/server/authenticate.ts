import { looksLikeToken } from "@/lib/adapters/identity/json-web-token";
import type { Endpoint } from "@/lib/contract/endpoint";
import { authenticateKey } from "./authenticate-key";
import { authenticateToken } from "./authenticate-token";
import { type Credential, refused } from "./credential";
import type { ApiRequest } from "./http";
import type { Runtime } from "./runtime";

/**
 * Finds whose an `Authorization: Bearer` header is (RFC 6750): an API key, or the access token of a person
 * who is signed in. Public endpoints look at none.
 * @throws Refusal `authentication_error`: missing, malformed, unknown, expired or revoked
 * @throws Refusal `merchant_not_synced`: a person without a merchant
 * @throws Refusal `permission_denied`: no admin user where one is needed, or another merchant's person
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
  return looksLikeToken(bearer)
    ? authenticateToken(current, auth, bearer, request)
    : authenticateKey(current.db, current.config, bearer);
}
