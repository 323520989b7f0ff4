import { z } from "zod";
import { endpoint, inLiveMode } from "@/lib/contract/endpoint";
import {
  fileBytes,
  id,
  idParams,
  instant,
  listOf,
  mode,
  must,
  onceDecoded,
  pageQuery,
  shownOnce,
} from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";
import { apiVersions } from "@/lib/core/api-version";
import { scopePresetNames, scopes } from "@/lib/core/identity/scopes";
import { apiKeyStatuses, revokedReasons } from "@/lib/core/kinds";
import { isOrigin, normalOrigin } from "@/lib/core/text/is-origin";

const tag = "API keys";
const scope = z.enum(scopes);
const kind = z.enum(["secret", "publishable"]);

const leak = z.object({
  places: z.array(z.object({ url: z.string(), source: z.string() })),
  reportedAt: instant,
  successor: z.enum(["none", "waiting", "revealed"]),
});

const fields = {
  id: id("apiKey"),
  object: z.literal("api_key"),
  mode,
  kind,
  name: z.string(),
  scopes: z.array(scope),
  prefix: z.string(),
  last4: z.string(),
  status: z.enum(apiKeyStatuses),
  apiVersion: z.string(),
  allowedOrigins: z.array(z.string()).nullable(),
  lastUsedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedReason: z.enum(revokedReasons).nullable(),
  rotatedToId: z.string().nullable(),
  leak: leak.nullable(),
  createdAt: instant,
};

const apiKey = z.object(fields).meta({ id: "ApiKey" });
const withSecret = z.object({ ...fields, ...shownOnce }).meta({ id: "ApiKeyWithSecret" });

const isDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
const isScopes = must(
  `must be a list of scopes, each once, or one of ${scopePresetNames.join(", ")}`,
);
const scopesInput = z.union(
  [z.enum(scopePresetNames), z.array(scope).min(1).max(scopes.length).refine(isDistinct, isScopes)],
  isScopes,
);

const areOrigins = must("must be origins, each once: https://shop.example, without a path");
const origins = z
  .array(z.string().trim().max(200).overwrite(normalOrigin))
  .min(1)
  .max(20)
  .refine((values) => values.every(isOrigin) && isDistinct(values), areOrigins);

const liveKey = {
  says: "make a live key",
  when: (input: { mode: string }) => input.mode === "live",
};
interface KeyInput {
  readonly kind?: "secret" | "publishable" | undefined;
  readonly mode: "test" | "live";
  readonly scopes?: unknown;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** What is wrong with fields that are right by themselves. */
function wrongTogether({
  kind: made = "secret",
  mode: of,
  scopes: given,
  allowedOrigins,
}: KeyInput) {
  const pages = allowedOrigins ?? [];
  return [
    ["scopes", made === "secret" && given === undefined, "is required"],
    ["scopes", made === "publishable" && given !== undefined, "is of a secret key"],
    [
      "allowedOrigins",
      made === "secret" && allowedOrigins !== undefined,
      "is of a publishable key",
    ],
    [
      "allowedOrigins",
      of === "live" && !pages.every((page) => page.startsWith("https://")),
      "must be https in live mode",
    ],
  ].filter(([, isWrong]) => isWrong) as [string, true, string][];
}

export const createApiKey = endpoint({
  method: "POST",
  path: "/v1/api-keys",
  tag,
  summary: "Create an API key",
  description:
    "A secret key has `scopes`, a publishable one none: it may create a session and read what is public, from the pages of `allowedOrigins` alone where they are given. A key makes keys of its own mode with its own scopes or fewer. A live key is refused with `details.reasons` until the merchant may go live.",
  auth: "merchant",
  scope: "api_keys_write",
  stepUp: liveKey,
  body: z
    .strictObject({
      name: nameText(1, 80),
      scopes: scopesInput.optional(),
      mode,
      kind: kind.optional(),
      expiresAt: instant.optional(),
      allowedOrigins: origins.optional(),
      apiVersion: z.enum(apiVersions).optional(),
    })
    .superRefine((input, { addIssue }) => {
      for (const [field, , message] of wrongTogether(input)) {
        addIssue({ code: "custom", path: [field], message });
      }
    }, onceDecoded)
    .meta({
      example: { name: "Server", scopes: ["sessions_read", "sessions_write"], mode: "test" },
    }),
  status: 201,
  response: withSecret,
  errors: ["permission_denied"],
});

export const listApiKeys = endpoint({
  method: "GET",
  path: "/v1/api-keys",
  tag,
  summary: "List API keys",
  description: "Lists the keys of the request's mode, including revoked keys.",
  auth: "merchant",
  scope: "api_keys_read",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(apiKey),
});

const one = { auth: "merchant", tag, params: idParams, errors: ["not_found"] } as const;

export const getApiKey = endpoint({
  ...one,
  method: "GET",
  path: "/v1/api-keys/{id}",
  summary: "Retrieve an API key",
  scope: "api_keys_read",
  status: 200,
  response: apiKey,
});

export const revokeApiKey = endpoint({
  ...one,
  method: "POST",
  path: "/v1/api-keys/{id}/revoke",
  summary: "Revoke an API key",
  description: "Requests with the key are refused immediately. The key stays in the list.",
  scope: "api_keys_write",
  whenClosed: true,
  status: 201,
  response: apiKey,
});

export const rotateApiKey = endpoint({
  ...one,
  method: "POST",
  path: "/v1/api-keys/{id}/rotate",
  summary: "Rotate an API key",
  description:
    "Revokes the key and creates a new one with the same permissions. A key can rotate only keys whose scopes it has.",
  scope: "api_keys_write",
  stepUp: inLiveMode("rotate a live key"),
  status: 201,
  response: withSecret,
  errors: ["not_found", "session_invalid_state"],
});

export const revealApiKeySuccessor = endpoint({
  method: "POST",
  path: "/v1/api-keys/{id}/successor",
  tag,
  summary: "Reveal the successor of a leaked key",
  description:
    "A key found in public is revoked immediately. This creates a replacement with the same permissions, once.",
  auth: "session",
  stepUp: true,
  params: idParams,
  status: 201,
  response: withSecret,
  errors: ["not_found", "session_invalid_state"],
});

const apiKeyRequest = z
  .object({
    object: z.literal("api_key_request"),
    requestId: z.string(),
    method: z.string(),
    route: z.string(),
    status: z.number().int(),
    reason: z.string().nullable(),
    addressPrefix: z.string().nullable(),
    durationMs: z.number().int(),
    createdAt: instant,
  })
  .meta({ id: "ApiKeyRequest" });

const period = { createdAfter: instant.optional(), createdBefore: instant.optional() };

export const listApiKeyRequests = endpoint({
  ...one,
  method: "GET",
  path: "/v1/api-keys/{id}/requests",
  summary: "List a key's requests",
  description: "The requests of the last 30 days, newest first; the last seconds may be missing.",
  scope: "api_keys_read",
  query: z.strictObject({ ...pageQuery, ...period }),
  status: 200,
  response: listOf(apiKeyRequest),
});

export const exportApiKeyRequests = endpoint({
  ...one,
  method: "GET",
  path: "/v1/api-keys/{id}/requests/export",
  summary: "Download a key's requests",
  description: "The same as CSV, at most 100,000 requests.",
  scope: "api_keys_read",
  query: z.strictObject(period),
  status: 200,
  file: "text/csv",
  response: fileBytes,
});
