import type { z } from "zod";
import { apiVersion } from "@/lib/core/api-version";
import type { Json, JsonObject } from "@/lib/core/text/json";
import { compactDescription } from "./compact-description";
import { listedItem } from "./csv";
import { answerHeaders, errorSchema, headerTables, refusalTables } from "./describe-answers";
import { ErrorResponses, successHeaders } from "./describe-refusals";
import type { Auth, Endpoint } from "./endpoint";
import { listPage } from "./fields";
import { explain, JsonSchemas } from "./json-schemas";
import { registry } from "./registry";
import { describeWebhooks, webhookResponses } from "./webhooks/describe-webhooks";

type MutableJson = { [key: string]: Json };

function parameters(
  schema: z.ZodObject | undefined,
  place: "path" | "query",
  owner: string,
  schemas: JsonSchemas,
) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const shape = explain(name, schemas.addParameter(field as z.ZodType, owner), owner);
    const { description, examples, ...rest } = shape;
    const required = place === "path" || !(field as z.ZodType).safeParse(undefined).success;
    // The reference's "try it" form would send an optional parameter that has an example.
    const example = required && Array.isArray(examples) ? { example: examples[0] as Json } : {};
    const mark = required ? { required } : {};
    return { name, in: place, ...mark, description, ...example, schema: rest };
  });
}

const headerParameters = (endpoint: Endpoint): Json[] => [
  ...(endpoint.method !== "GET" && endpoint.auth !== "none"
    ? [{ $ref: "#/components/parameters/IdempotencyKey" }]
    : []),
];

/** The schemes of each `auth`, of which a request has one. */
const security: Readonly<Record<Auth, readonly string[]>> = {
  merchant: ["apiKey", "session"],
  session: ["session"],
  relay: ["apiKey"],
  admin: ["adminSession"],
  none: [],
};

const schemesOf = (auth: Auth): Json => security[auth].map((scheme) => ({ [scheme]: [] }));

/** What a caller must be besides what the schemes say. */
const callerNotes = ({ scope, publishable, role, stepUp }: Endpoint) => [
  scope && `Scope: \`${scope}\`.`,
  publishable && "Publishable keys may call it.",
  role && `Role: \`${role}\` or above.`,
  stepUpNote(stepUp),
];

function stepUpNote(stepUp: Endpoint["stepUp"]): string | undefined {
  if (!stepUp) return undefined;
  const must = "person must have authenticated within the last ten minutes.";
  return stepUp === true ? `A ${must}` : `To ${stepUp.says} a ${must}`;
}

function operation(
  name: string,
  endpoint: Endpoint,
  { schemas, errors }: { schemas: JsonSchemas; errors: ErrorResponses },
): Json {
  const { tag, summary, description, auth, body, status } = endpoint;
  const notes = [description, ...callerNotes(endpoint), csvNote(endpoint)];
  const type = endpoint.streams ? "text/event-stream" : (endpoint.file ?? "application/json");
  const content = contentOf(schemas.add(endpoint.response, name), type);
  const success = { ...successHeaders(endpoint), content };
  const given = [
    ...parameters(endpoint.params, "path", name, schemas),
    ...parameters(endpoint.query, "query", name, schemas),
    ...headerParameters(endpoint),
  ];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...textOf(notes),
    ...(auth === "merchant" ? {} : { security: schemesOf(auth) }),
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(body
      ? { requestBody: { required: true, content: contentOf(schemas.add(body, name)) } }
      : {}),
    responses: {
      [status]: { description: "OK", ...success },
      ...errors.of(endpoint),
      ...(endpoint.unavailable
        ? {
            503: {
              description: "The service is unavailable now",
              content,
            },
          }
        : {}),
    },
  };
}

function textOf(notes: readonly (string | false | undefined)[]): { description?: string } {
  const description = notes.filter(Boolean).join("\n\n");
  return description === "" ? {} : { description };
}

/** A list is answered as CSV too, which is said in words: generators of clients know one type for an answer. */
const csvNote = (endpoint: Endpoint) => (listedItem(endpoint) ? "Also as CSV." : undefined);

const CSV =
  "## Lists as CSV\n\nWhere an endpoint says so, `Accept: text/csv` gets every row that the filters find as CSV (RFC 4180), without `limit` and `cursor`. Amounts are there in the smallest unit, as in JSON, and in whole units in the column after it. A person must have authenticated within the last ten minutes.";

/** Without an example: its fields have theirs. */
const contentOf = (schema: JsonObject, type = "application/json"): JsonObject => ({
  [type]: { schema },
});

const methods = ["POST", "GET", "PATCH", "DELETE"];

/** Create before list, before get, before what is done with one: the shorter path first. */
function inOrder(): [string, Endpoint][] {
  const tags = [...new Set([...registry.values()].map(({ tag }) => tag))];
  const rank = ({ tag, path, method }: Endpoint) => [
    tags.indexOf(tag),
    path.split("/")[2] ?? path,
    path.split("/").length,
    path,
    methods.indexOf(method),
  ];
  return [...registry].sort(([, left], [, right]) => {
    const ours = rank(left);
    const theirs = rank(right);
    const at = ours.findIndex((part, index) => part !== theirs[index]);
    if (at < 0) return 0;
    return (ours[at] ?? 0) < (theirs[at] ?? 0) ? -1 : 1;
  });
}

const sharedParameters: JsonObject = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes a repeat safe: the same key with the same payload gets the first answer for 72 hours",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
};

const bearer = (description: string, bearerFormat?: string): JsonObject => ({
  type: "http",
  scheme: "bearer",
  bearerFormat,
  description,
});

/** The machine-readable description of the API (OpenAPI 3.1), made from the declarations; what is alike stands in it once. */
export const buildOpenapi = (serverUrl: string): JsonObject =>
  compactDescription(describeInFull(serverUrl));

/** The same with every field, parameter and answer where it belongs. */
export function describeInFull(serverUrl: string): JsonObject {
  const schemas = new JsonSchemas({ Error: errorSchema });
  schemas.components.ListPage = schemas.add(listPage, "ListPage");
  const errors = new ErrorResponses();
  const paths: { [path: string]: MutableJson } = {};
  for (const [name, endpoint] of inOrder()) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, { schemas, errors }),
    };
  }
  const tags = [...new Set([...registry.values()].map((endpoint) => endpoint.tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Stipend API",
      version: apiVersion,
      description: `Payments in USDC and EURC, settled on chain to the merchant's own wallet. Amounts are integer strings in the token's smallest unit.\n\n${[headerTables(), CSV, refusalTables()].join("\n\n")}`,
      license: { name: "Proprietary", url: `${serverUrl}/` },
    },
    servers: [{ url: serverUrl }],
    security: schemesOf("merchant"),
    tags: tags.map((name) => ({ name, description: name })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: schemas.components,
      responses: { ...errors.components, ...webhookResponses },
      examples: errors.examples,
      headers: answerHeaders,
      parameters: sharedParameters,
      securitySchemes: {
        apiKey: bearer(
          "A secret key (`sk_test_…`, `sk_live_…`), or a publishable one where allowed",
        ),
        session: bearer("The access token of a person of a merchant, who is signed in", "JWT"),
        adminSession: bearer("The access token of an admin user, who is signed in", "JWT"),
      },
    },
  };
}
