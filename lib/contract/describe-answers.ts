import { apiVersion } from "@/lib/core/api-version";
import { type ErrorCode, errorStatuses, reasonStatuses } from "@/lib/core/errors";
import { type ApiReason, apiReasons } from "@/lib/core/refusal-reasons";
import type { Json, JsonObject } from "@/lib/core/text/json";
import { type Endpoint, isLimited, takesSession } from "./endpoint";

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

type Example = readonly [message: string, reason: ApiReason, more?: JsonObject];

const examples: Readonly<Record<ErrorCode, Example>> = {
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

function exampleError(code: ErrorCode, [message, reason]: Example): JsonObject {
  const param = reason === "validation_failed" ? { param: "amount" } : {};
  return { error: { code, message, ...param, details: { reason, ...facts[reason] }, requestId } };
}

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema });
const count = { type: "integer", minimum: 0 };

/** The headers of answers, each under its own name. */
export const answerHeaders: JsonObject = {
  "Stipend-Request-Id": header("The request's id, for support", { type: "string" }),
  "Stipend-Version": header("The interface version of the answer", {
    type: "string",
    examples: [apiVersion],
  }),
  "RateLimit-Limit": header("The number of requests that can be sent at once", count),
  "RateLimit-Remaining": header("The number of requests left", count),
  "RateLimit-Reset": header("Seconds until the full number is available again", count),
  "Retry-After": header("Seconds to wait before a retry", {
    type: "integer",
    minimum: 1,
  }),
  "Idempotent-Replayed": header("`true`: the answer to an earlier request with this key", {
    type: "string",
    const: "true",
  }),
  ETag: header(
    "The current version of the response: send it as `If-None-Match` to get 304 if nothing changed",
    {
      type: "string",
      examples: ['"5a1f"'],
    },
  ),
  Allow: header("The methods that the path accepts", { type: "string", examples: ["GET, POST"] }),
};

const limited = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

/** References to the headers that an answer has. */
export function headersOf(endpoint: Endpoint, status: number): JsonObject {
  const { method, auth, cachedSeconds } = endpoint;
  const repeatable = auth !== "none" && method !== "GET";
  const names = [
    "Stipend-Request-Id",
    "Stipend-Version",
    ...(isLimited(endpoint) && status !== 405 ? limited : []),
    ...(cachedSeconds !== undefined && status < 400 ? ["ETag"] : []),
    ...(repeatable && status < 500 && status !== 401 ? ["Idempotent-Replayed"] : []),
    ...([409, 429, 503].includes(status) ? ["Retry-After"] : []),
    ...(status === 405 ? ["Allow"] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorCodes(endpoint: Endpoint): Set<ErrorCode> {
  const { auth, errors = [], body, method } = endpoint;
  const codes = new Set<ErrorCode>(errors);
  if (auth !== "none") codes.add("authentication_error").add("permission_denied");
  if (takesSession(endpoint)) codes.add("merchant_not_synced");
  if (auth !== "none" && method !== "GET") codes.add("idempotency_error");
  if (body || isLimited(endpoint)) codes.add("invalid_request").add("rate_limited");
  return codes.add("api_error");
}

interface ErrorAnswer {
  readonly status: number;
  readonly codes: ErrorCode[];
  readonly example: Example;
}

function errorAnswers(endpoint: Endpoint): ErrorAnswer[] {
  const byStatus = new Map<number, ErrorAnswer>();
  for (const code of errorCodes(endpoint)) {
    const status = errorStatuses[code];
    const { codes = [], example = examples[code] } = byStatus.get(status) ?? {};
    byStatus.set(status, { status, codes: [...codes, code], example });
  }
  const own = (reason: ApiReason, message: string, code: ErrorCode = "invalid_request") => ({
    status: reasonStatuses[reason] ?? errorStatuses[code],
    codes: [code],
    example: [message, reason] as const,
  });
  const more: ErrorAnswer[] = [own("method_not_allowed", "PUT is not available here.")];
  more.push(own("database_unavailable", "The database does not answer: try again.", "api_error"));
  if (endpoint.body) more.push(own("body_too_large", "The body is larger than 256 kB."));
  return [...byStatus.values(), ...more].sort((left, right) => left.status - right.status);
}

/** What endpoints answer instead of success, each once: what is alike for many stands under one name. */
export class ErrorResponses {
  readonly components: { [name: string]: Json } = {};

  /** References to what an endpoint may answer instead of success, by status. */
  of(endpoint: Endpoint): { [status: string]: Json } {
    return Object.fromEntries(
      errorAnswers(endpoint).map((answer) => {
        const headers = headersOf(endpoint, answer.status);
        const name = nameOf(answer, headers);
        this.components[name] = {
          description: answer.codes.map((code) => `\`${code}\``).join(" or "),
          headers,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Error" },
              example: exampleError(answer.codes[0] ?? "api_error", answer.example),
            },
          },
        };
        return [answer.status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

/** Codes and status, and what its headers differ by. */
function nameOf({ status, codes }: ErrorAnswer, headers: JsonObject): string {
  const words = codes.map((code) =>
    code.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()),
  );
  const isRepeatable = "Idempotent-Replayed" in headers ? "Repeatable" : "";
  const isUnlimited = status !== 405 && !("RateLimit-Limit" in headers) ? "Unlimited" : "";
  return `${words.join("Or")}${status}${isRepeatable}${isUnlimited}`;
}

/** The lists of codes and reasons, for the introduction. */
export function refusalTables(): string {
  const codes = Object.entries(errorStatuses).map(
    ([code, status]) => `| \`${code}\` | ${status} |`,
  );
  const reasons = Object.entries(apiReasons).map(([reason, text]) => `| \`${reason}\` | ${text} |`);
  return [
    "## Errors",
    "Every error has an `error.code`, and its reason in `error.details.reason`; invalid fields are listed in `error.param` and `error.details.issues`.",
    `| code | status |\n|---|---|\n${codes.join("\n")}`,
    "An unsupported method is 405, a body over 256 kB is 413, both with `invalid_request`. Retry `rate_limited` after `Retry-After`. A 503 (`api_error`) says that what the answer depends on, such as the database or the chain, is away: retry it after `Retry-After`, and a 500 as well, with the same `Idempotency-Key`.",
    `| reason | meaning |\n|---|---|\n${reasons.join("\n")}`,
  ].join("\n\n");
}
