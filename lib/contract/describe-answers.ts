import { apiVersion } from "@/lib/core/api-version";
import { type ErrorCode, errorStatuses } from "@/lib/core/errors";
import { modes } from "@/lib/core/modes";
import { type ApiReason, apiReasons } from "@/lib/core/refusal-reasons";
import type { JsonObject } from "@/lib/core/text/json";

const requestId = "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y";

/** The error envelope. */
export const errorSchema: JsonObject = {
  type: "object",
  description: "Why a request was refused, or failed",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "The error",
      required: ["code", "message", "details", "requestId"],
      properties: {
        code: {
          type: "string",
          enum: Object.keys(errorStatuses),
          description: "The kind of error; each has its status",
        },
        message: { type: "string", description: "A message for people" },
        param: { type: "string", description: "The invalid field, as a path with dots" },
        details: {
          type: "object",
          description: "Details for programs",
          required: ["reason"],
          properties: {
            reason: {
              type: "string",
              enum: Object.keys(apiReasons),
              description: "The reason as a stable word; the introduction lists the meanings",
            },
            issues: {
              type: "array",
              description: "Each invalid field",
              items: {
                type: "object",
                required: ["path", "message", "code"],
                properties: {
                  path: {
                    type: "array",
                    items: { description: "A field's name, or a place in a list" },
                    description: "The field's path",
                  },
                  message: { type: "string", description: "A message for people" },
                  code: { type: "string", description: "The problem" },
                },
              },
            },
            currentStatus: { type: "string", description: "The status that prevents the request" },
            requiredScope: { type: "string", description: "The scope that the API key lacks" },
            requiredRole: { type: "string", description: "The role that the admin user lacks" },
            methods: {
              type: "array",
              items: { type: "string" },
              description: "The ways to authenticate again",
            },
          },
        },
        requestId: { type: "string", description: "The request's id, for support" },
      },
    },
  },
};

export type ErrorExample = readonly [message: string, reason: ApiReason, more?: JsonObject];

/** An example of each kind of error. */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  invalid_request: ["amount is required.", "validation_failed"],
  authentication_error: ["The API key is not valid.", "api_key_invalid"],
  merchant_not_synced: ["This user has no merchant yet.", "merchant_missing"],
  permission_denied: ["The API key lacks the scope sessions_write.", "scope_missing"],
  session_invalid_state: ["A payment for this session is on its way.", "payment_in_flight"],
  not_found: ["No such payment session.", "resource_missing"],
  idempotency_error: ["The Idempotency-Key was used with another payload.", "payload_mismatch"],
  rate_limited: ["Too many requests.", "too_many_requests"],
  api_error: ["Something went wrong on our side.", "internal_error"],
};

const facts: { readonly [reason in ApiReason]?: JsonObject } = {
  validation_failed: {
    issues: [{ path: ["amount"], message: "is required", code: "invalid_type" }],
  },
  scope_missing: { requiredScope: "sessions_write" },
  payment_in_flight: { currentStatus: "pending" },
};

/** The envelope of an example. */
export function exampleError(code: ErrorCode, [message, reason]: ErrorExample): JsonObject {
  const param = reason === "validation_failed" ? { param: "amount" } : {};
  return { error: { code, message, ...param, details: { reason, ...facts[reason] }, requestId } };
}

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema });

/** Nearly every answer has them, so that the introduction alone says it. */
const everyAnswer = [
  ["Stipend-Request-Id", "The request's id, for support"],
  ["Stipend-Version", "The interface version of the answer"],
  ["RateLimit-Limit", "The number of requests that can be sent at once"],
  ["RateLimit-Remaining", "The number of requests left"],
  ["RateLimit-Reset", "Seconds until the full number is available again"],
  ["Allow", "The methods that the path accepts, in a 405"],
  ["Idempotent-Replayed", "`true`: the answer to an earlier request with this `Idempotency-Key`"],
] as const;

/** The headers that some answers have, each under its own name. */
export const answerHeaders: JsonObject = {
  "Retry-After": header("Seconds to wait before a retry", {
    type: "integer",
    minimum: 1,
  }),
  ETag: header(
    "The current version of the response: send it as `If-None-Match` to get 304 if nothing changed",
    {
      type: "string",
      examples: ['"5a1f"'],
    },
  ),
};

/** The lists of codes and reasons, for the introduction. */
export function refusalTables(): string {
  const codes = Object.entries(errorStatuses).map(
    ([code, status]) => `| \`${code}\` | ${status} |`,
  );
  return [
    "## Errors",
    "Every error has an `error.code`, and its reason in `error.details.reason`; invalid fields are listed in `error.param` and `error.details.issues`.",
    `| code | status |\n|---|---|\n${codes.join("\n")}`,
    "Every endpoint names the statuses that it decides, and the others under `4XX` and `5XX`. An unsupported method is 405, a body over 256 kB is 413, both with `invalid_request`. Retry `rate_limited` after `Retry-After`. A 503 (`api_error`) says that what the answer depends on, such as the database or the chain, is away: retry it after `Retry-After`, and a 500 as well, with the same `Idempotency-Key`.",
    tableOf("reason", Object.entries(apiReasons)),
  ].join("\n\n");
}

/** What every endpoint takes and answers, for the introduction. */
export function headerTables(): string {
  const answers = Object.entries(
    answerHeaders as Readonly<Record<string, { description: string }>>,
  );
  return [
    "## Headers",
    "An endpoint names the headers that it alone takes. All take these:",
    tableOf("header", [
      ["Stipend-Version", `The interface version, \`${apiVersion}\`; the key's own by default`],
      [
        "Stipend-Mode",
        `The mode that a signed-in person acts in, ${modes.map((mode) => `\`${mode}\``).join(" or ")}, \`test\` by default; a key has its own`,
      ],
      ["Stipend-Merchant", "The merchant that a signed-in person acts for, if not the default one"],
    ]),
    "Answers have these, those of limits everywhere but at `/health` and `/ready`:",
    tableOf("header", [
      ...everyAnswer,
      ...answers.map(([name, { description }]) => [name, description] as const),
    ]),
  ].join("\n\n");
}

const tableOf = (what: string, rows: readonly (readonly [string, string])[]) =>
  `| ${what} | meaning |\n|---|---|\n${rows.map(([name, text]) => `| \`${name}\` | ${text} |`).join("\n")}`;
