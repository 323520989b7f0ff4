import { z } from "zod";
import { apiVersion } from "@/lib/core/api-version";
import type { ErrorCode } from "@/lib/core/errors";
import type { Json, JsonObject } from "@/lib/core/json";
import type { Endpoint } from "./endpoint";
import { registry } from "./registry";

type MutableJson = { [key: string]: Json };

const errorStatuses: Record<ErrorCode, string> = {
  invalid_request: "400",
  authentication_error: "401",
  merchant_not_synced: "401",
  permission_denied: "403",
  session_invalid_state: "403",
  not_found: "404",
  idempotency_error: "409",
  rate_limited: "429",
  api_error: "500",
};

const errorSchema: JsonObject = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(errorStatuses) },
        message: { type: "string" },
        param: { type: "string", description: "The offending field" },
        details: {
          type: "object",
          description: "`reason` is a stable word; `issues` lists what validation found",
        },
        requestId: { type: "string" },
      },
    },
  },
};

/** Schemas that carry an id are hoisted into the document's components, each once. */
class Components {
  readonly schemas: MutableJson = { Error: errorSchema };

  /** The JSON Schema of what goes over the wire. */
  add(schema: z.ZodType): Json {
    const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
      target: "draft-2020-12",
      io: "input",
      unrepresentable: "any",
    }) as MutableJson;
    for (const [name, definition] of Object.entries(($defs ?? {}) as MutableJson)) {
      this.schemas[name] = relink(definition);
    }
    return relink(rest);
  }
}

/** Points references into `components`, and drops what only restates the language's number range. */
function relink(value: Json): Json {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).flatMap(([key, item]): [string, Json][] => {
    if (item === undefined || (key === "id" && typeof item === "string")) return [];
    if (typeof item === "number" && Math.abs(item) === Number.MAX_SAFE_INTEGER) return [];
    if (key === "$ref") return [[key, String(item).replace("#/$defs/", "#/components/schemas/")]];
    return [[key, relink(item)]];
  });
  return Object.fromEntries(entries);
}

function parameters(
  schema: z.ZodObject | undefined,
  place: "path" | "query",
  components: Components,
) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const shape = components.add(field as z.ZodType) as JsonObject;
    const { description, ...rest } = shape;
    const required = place === "path" || !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: place, required, ...(description ? { description } : {}), schema: rest };
  });
}

const headerParameters = (endpoint: Endpoint): Json[] => [
  ...(endpoint.path.startsWith("/v1") ? [{ $ref: "#/components/parameters/Version" }] : []),
  ...(endpoint.method !== "GET" && endpoint.auth !== "none"
    ? [{ $ref: "#/components/parameters/IdempotencyKey" }]
    : []),
];

function errorCodes({ auth, errors = [], body, path, method }: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>(errors);
  if (auth !== "none") codes.add("authentication_error").add("permission_denied");
  if (auth !== "none" && method !== "GET") codes.add("idempotency_error");
  if (body || path.startsWith("/v1")) codes.add("invalid_request").add("rate_limited");
  return codes.add("api_error");
}

function errorResponses(endpoint: Endpoint): MutableJson {
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of errorCodes(endpoint)) {
    const status = errorStatuses[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  if (endpoint.path === "/health" || endpoint.path === "/ready")
    byStatus.set("405", ["invalid_request"]);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\``).join(" or "), content },
    ]),
  );
}

function operation(name: string, endpoint: Endpoint, components: Components): Json {
  const { tag, summary, description, auth, scope, body, response, status } = endpoint;
  const notes = [
    description,
    scope && `Scope: \`${scope}\`.`,
    endpoint.publishable && "Publishable keys may call it.",
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: notes.filter(Boolean).join("\n\n") || summary,
    security: auth === "none" ? [] : [{ apiKey: [] }],
    parameters: [
      ...parameters(endpoint.params, "path", components),
      ...parameters(endpoint.query, "query", components),
      ...headerParameters(endpoint),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: components.add(body) } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: "Success",
        content: { "application/json": { schema: components.add(response) } },
      },
      ...errorResponses(endpoint),
    },
  };
}

const sharedParameters: JsonObject = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes a repeat safe: the same key with the same payload gets the first answer for 72 hours",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  Version: {
    name: "Stipend-Version",
    in: "header",
    required: false,
    description: "The interface version; the key's own by default",
    schema: { type: "string", enum: [apiVersion] },
  },
};

/** The machine-readable description of the API (OpenAPI 3.1), made from the declarations. */
export function buildOpenapi(serverUrl: string): JsonObject {
  const components = new Components();
  const paths: { [path: string]: MutableJson } = {};
  for (const [name, endpoint] of registry) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, components),
    };
  }
  const tags = [...new Set([...registry.values()].map((endpoint) => endpoint.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Stipend API",
      version: apiVersion,
      description:
        "Payments in USDC and EURC, settled on chain to the merchant's own wallet. Amounts are integer strings in the token's smallest unit.",
      license: { name: "Proprietary", url: `${serverUrl}/` },
    },
    servers: [{ url: serverUrl }],
    tags: tags.map((name) => ({ name, description: name })),
    paths,
    components: {
      schemas: components.schemas,
      parameters: sharedParameters,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "A secret key (`sk_test_…`, `sk_live_…`), or a publishable one where allowed",
        },
      },
    },
  };
}
