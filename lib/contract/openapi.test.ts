import { expect, it } from "vitest";
import { apiReasons } from "@/lib/core/refusal-reasons";
import { eventTypes } from "@/lib/core/webhooks/event-kinds";
import { isLimited } from "./endpoint";
import { JsonSchemas } from "./json-schemas";
import { buildOpenapi, describeInFull } from "./openapi";
import { registry } from "./registry";
import { event, eventObjects } from "./webhooks/events";

/** As it is served, and with everything where it belongs. */
const served = buildOpenapi("https://pay.stipend.test");
const description = describeInFull("https://pay.stipend.test");
const { components: described } = description as unknown as {
  components: { schemas: ConstructorParameters<typeof JsonSchemas>[0] };
};
const exampleOf = (schema: unknown) =>
  new JsonSchemas(described.schemas).exampleOf(schema as Parameters<JsonSchemas["exampleOf"]>[0]);

it("describes every endpoint once, under its own name", () => {
  const paths = Object.values(
    description.paths as Record<string, Record<string, { operationId: string }>>,
  );
  const names = paths.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual([...registry.keys()].sort());
});

type Schema = { [key: string]: unknown };
interface Content {
  schema: Schema;
  examples?: Record<string, { $ref: string }>;
}
interface Operation {
  operationId: string;
  parameters?: { name?: string; description?: string; $ref?: string }[];
  requestBody?: { content: { "application/json": Content } };
  responses: Record<
    string,
    { description?: string; headers?: object; content?: { "application/json": Content } }
  >;
}

const operations = new Map(
  Object.values(description.paths as unknown as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);
const operationOf = (name: string): Operation => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not described`);
  return operation;
};

/** Answers, those that stand among the components too. */
function resolved(responses: Operation["responses"]): Operation["responses"] {
  const { responses: shared } = description.components as unknown as {
    responses: Operation["responses"];
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      const { $ref } = answer as { $ref?: string };
      return [status, ($ref && shared[$ref.replace("#/components/responses/", "")]) || answer];
    }),
  );
}

/** The fields in a part of the document that nothing is said of. */
function unexplained(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const here = `${path}.${key}`;
    if (key === "example" || key === "examples") return [];
    if (key !== "properties") return unexplained(value, here);
    const fields = Object.entries(value as Record<string, Schema>);
    return fields.flatMap(([name, field]) => [
      ...(field.description ? [] : [`${here}.${name}`]),
      ...unexplained(field, `${here}.${name}`),
    ]);
  });
}

it("says what every field and parameter means", () => {
  expect(unexplained(description, "")).toEqual([]);
  for (const { operationId, parameters = [] } of operations.values()) {
    for (const { $ref, description: text, name } of parameters)
      expect($ref ?? text, `${operationId} ${name}`).toBeTruthy();
  }
});

it("says of a field what its own declaration says, and not what fields of that name mean elsewhere", () => {
  const { content } = operationOf("authorizeRefund").requestBody ?? {};
  const fields = content?.["application/json"].schema as { properties: Record<string, Schema> };
  expect(fields.properties.signature?.description).toMatch(/^The wallet's signature of/);
  const { Refund } = described.schemas as Record<string, { properties: Record<string, Schema> }>;
  expect(Refund?.properties.expiresAt?.description).toMatch(/^When it is cancelled/);
  expect(Refund?.properties.tokenAddress?.description).toBe("The token's contract");
});

/** The examples in a part of the document that do not match the pattern beside them. */
function unfitting(part: unknown, path: string): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { pattern, examples } = part as { pattern?: unknown; examples?: unknown };
  const listed = typeof pattern === "string" && Array.isArray(examples) ? examples : [];
  return [
    ...listed
      .filter((one) => typeof one === "string" && !new RegExp(String(pattern)).test(one))
      .map((example) => `${path}: ${example}`),
    ...Object.entries(part).flatMap(([key, value]) => unfitting(value, `${path}.${key}`)),
  ];
}

it("has examples that match their patterns", () => {
  expect(unfitting(description, "")).toEqual([]);
});

it.each([...registry])("%s has examples that are what it takes and answers", (name, endpoint) => {
  const { requestBody, responses } = operationOf(name);
  if (endpoint.body) {
    const result = endpoint.body.safeParse(
      exampleOf(requestBody?.content["application/json"].schema),
    );
    expect(result.error?.issues ?? []).toEqual([]);
  }
  for (const [status, { content }] of Object.entries(resolved(responses))) {
    const [answer] = Object.values(content ?? {});
    if (status.startsWith("2") || (status === "503" && endpoint.unavailable)) {
      const result = endpoint.response.safeParse(exampleOf(answer?.schema));
      expect(result.error?.issues ?? []).toEqual([]);
    } else {
      const [[reason, { $ref }] = ["", { $ref: "" }]] = Object.entries(answer?.examples ?? {});
      expect($ref, status).toBe(`#/components/examples/${reason}`);
      const { examples } = description.components as unknown as {
        examples: Record<string, { value: unknown }>;
      };
      expect(examples[reason]?.value).toMatchObject({
        error: { code: expect.any(String), details: { reason } },
      });
    }
  }
});

/** The statuses that an endpoint's answers name, those of `4XX` and `5XX` among them, each with its codes. */
function statusesOf(name: string): Map<string, string> {
  // An answer of its own goes before those of a range.
  const answers = Object.entries(resolved(operationOf(name).responses)).toSorted(
    ([one], [other]) => Number(other.endsWith("XX")) - Number(one.endsWith("XX")),
  );
  return new Map(
    answers.flatMap(([status, { description: text = "" }]) =>
      status.endsWith("XX")
        ? [...text.matchAll(/(\d{3}) ([^;]+)/g)].map(([, one = "", codes = ""]) => [one, codes])
        : [[status, text] as const],
    ) as [string, string][],
  );
}

it.each([...registry])("%s tells each status and its headers", (name, endpoint) => {
  const statuses = statusesOf(name);
  const has = (status: number) => statuses.has(String(status));
  expect(has(endpoint.status)).toBe(true);
  expect([405, 500, 503].every(has)).toBe(true);
  expect(has(413)).toBe(endpoint.body !== undefined);
  if (endpoint.auth !== "none") expect(has(401) && has(403)).toBe(true);
  expect(has(429)).toBe(endpoint.body !== undefined || isLimited(endpoint));
  expect(has(404)).toBe(endpoint.errors?.includes("not_found") ?? false);
  expect(statuses.get("403")?.includes("session_invalid_state") ?? false).toBe(
    endpoint.errors?.includes("session_invalid_state") ?? false,
  );
  const { responses } = operationOf(name);
  const { headers: mayRepeat } = resolved(responses)["5XX"] ?? {};
  expect(Object.keys(mayRepeat ?? {})).toEqual(["Retry-After"]);
});

it("lists what is done with sessions in the order in which it is done", () => {
  const paths = Object.entries(description.paths as Record<string, object>);
  expect(paths.slice(0, 4).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ["/v1/payment-sessions", ["post", "get"]],
    ["/v1/payment-sessions/{id}", ["get"]],
    ["/v1/payment-sessions/{id}/cancel", ["post"]],
    ["/v1/payment-sessions/{id}/expire", ["post"]],
  ]);
});

it("prints every reason with its meaning", () => {
  const { info, components } = description as unknown as {
    info: { description: string };
    components: { schemas: { Error: unknown } };
  };
  for (const [reason, meaning] of Object.entries(apiReasons)) {
    expect(info.description).toContain(`| \`${reason}\` | ${meaning} |`);
    expect(JSON.stringify(components.schemas.Error)).toContain(`"${reason}"`);
  }
});

it("describes what every event's webhook carries", () => {
  const webhooks = description.webhooks as unknown as Record<
    string,
    { post: { requestBody: { content: { "application/json": Content } } } }
  >;
  expect(Object.keys(webhooks)).toEqual([...eventTypes]);
  for (const type of eventTypes) {
    const { schema } = webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    const [envelope, own] = nodesOf(schema?.allOf);
    expect(event.safeParse(exampleOf(envelope)).error?.issues ?? []).toEqual([]);
    const example = exampleOf(own) as { data: { object: unknown } };
    expect(example).toMatchObject({ type });
    const carried = eventObjects[type];
    const { object } = example.data;
    if (carried) expect(carried.safeParse(object).error?.issues ?? []).toEqual([]);
  }
});

/** JSON Schema and the parts of OpenAPI 3.1 around it, as far as the description uses them. */
interface Node {
  readonly [key: string]: unknown;
}

const TEXTS = new Set(["description", "example", "examples", "title", "summary"]);
const METHODS = ["get", "post", "put", "patch", "delete"];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Keywords that say what a value may be, without texts and without what stands on lines of its own. */
function constraintsOf(schema: Node): string {
  const own = Object.entries(schema).filter(
    ([key, value]) =>
      !TEXTS.has(key) &&
      !["type", "properties", "required", "items", "$ref", "anyOf", "oneOf", "allOf"].includes(
        key,
      ) &&
      !(key === "additionalProperties" && isNode(value)),
  );
  return own.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("");
}

function typeOf(schema: Node): string {
  if (typeof schema.$ref === "string") return schema.$ref.replace("#/components/", "");
  return Array.isArray(schema.type) ? schema.type.join("|") : String(schema.type ?? "any");
}

/** The schema beside `null`, where these two are all that a value may be. */
function besideNull({ anyOf }: Node): Node | null {
  const others = nodesOf(anyOf).filter(({ type }) => type !== "null");
  return nodesOf(anyOf).length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}

/** A line for the schema, and one for each field, item and alternative below it. */
function schemaLines(at: string, schema: Node, mark = ""): string[] {
  const nullable = besideNull(schema);
  if (nullable) return schemaLines(at, nullable, `${mark} nullable`);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries(nodeOf(schema.properties)).flatMap(([name, field]) =>
    schemaLines(`${at}.${name}`, nodeOf(field), required.includes(name) ? " required" : ""),
  );
  const items = isNode(schema.items) ? schemaLines(`${at}[]`, schema.items) : [];
  const others = isNode(schema.additionalProperties)
    ? schemaLines(`${at}{}`, schema.additionalProperties)
    : [];
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((kind) =>
    nodesOf(schema[kind]).flatMap((one, index) => schemaLines(`${at} ${kind}${index + 1}`, one)),
  );
  const line = `${at} ${typeOf(schema)}${mark}${constraintsOf(schema)}`;
  return [line, ...fields, ...items, ...others, ...alternatives];
}

const contentLines = (at: string, holder: Node): string[] =>
  Object.entries(nodeOf(holder.content)).flatMap(([type, media]) =>
    schemaLines(
      `${at}${type === "application/json" ? "" : ` (${type})`}`,
      nodeOf(nodeOf(media).schema),
    ),
  );

function parameterLines(at: string, parameter: Node): string[] {
  if (typeof parameter.$ref === "string") return [`${at} ${typeOf(parameter)}`];
  const mark = parameter.required === true ? " required" : "";
  return schemaLines(`${at} ${parameter.in}.${parameter.name}`, nodeOf(parameter.schema), mark);
}

function responseLines(at: string, response: Node): string[] {
  if (typeof response.$ref === "string") return [`${at} ${typeOf(response)}`];
  const headers = Object.keys(nodeOf(response.headers)).join(",");
  return [`${at} headers=${headers}`, ...contentLines(at, response)];
}

function operationLines(at: string, operation: Node): string[] {
  const security = nodesOf(operation.security).map((one) => Object.keys(one).join("+"));
  return [
    `${at} ${operation.operationId}${security.length > 0 ? ` security=${security.join("|")}` : ""}`,
    ...nodesOf(operation.parameters).flatMap((parameter) => parameterLines(at, parameter)),
    ...contentLines(`${at} body`, nodeOf(operation.requestBody)),
    ...Object.entries(nodeOf(operation.responses)).flatMap(([status, response]) =>
      responseLines(`${at} ${status}`, nodeOf(response)),
    ),
  ];
}

const pathLines = (paths: unknown, prefix = ""): string[] =>
  Object.entries(nodeOf(paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => isNode(nodeOf(item)[method])).flatMap((method) =>
      operationLines(`${method.toUpperCase()} ${prefix}${path}`, nodeOf(nodeOf(item)[method])),
    ),
  );

/**
 * The API's description as text: a line for each operation, parameter, answer and field, with type and
 * constraints. What a component is stands once, under its name. Texts for people are left out.
 */
function openapiLines(description: object): string[] {
  const { paths, webhooks, components } = description as Node;
  const { schemas, headers, parameters, responses } = nodeOf(components);
  return [
    ...pathLines(paths),
    ...pathLines(webhooks, "webhook "),
    ...Object.entries(nodeOf(schemas)).flatMap(([name, schema]) =>
      schemaLines(`schemas/${name}`, nodeOf(schema)),
    ),
    ...Object.entries(nodeOf(responses)).flatMap(([name, response]) =>
      responseLines(`responses/${name}`, nodeOf(response)),
    ),
    ...Object.entries(nodeOf(headers)).flatMap(([name, header]) =>
      schemaLines(`headers/${name}`, nodeOf(nodeOf(header).schema)),
    ),
    ...Object.entries(nodeOf(parameters)).flatMap(([name, parameter]) =>
      parameterLines(`parameters/${name}`, nodeOf(parameter)),
    ),
  ];
}

/** Every schema in a part of the document, with its place. */
function schemasIn(part: unknown, at = ""): [string, Node][] {
  if (Array.isArray(part)) return part.flatMap((one, index) => schemasIn(one, `${at}/${index}`));
  if (!isNode(part)) return [];
  const below = Object.entries(part)
    .filter(([key]) => key !== "example" && key !== "examples")
    .flatMap(([key, value]) => schemasIn(value, `${at}/${key}`));
  return [[at, part], ...below];
}

it("has what generators of clients trip over nowhere", () => {
  const all = schemasIn(served);
  const unions = all.filter(
    ([, { type }]) => Array.isArray(type) && (type.length !== 2 || type[1] !== "null"),
  );
  expect(unions.map(([at]) => at)).toEqual([]);
  const nullables = all.filter(
    ([, schema]) =>
      typeof besideNull(schema)?.type === "string" && !("const" in nodeOf(besideNull(schema))),
  );
  expect(nullables.map(([at]) => at)).toEqual([]);
  for (const { operationId, responses } of operations.values()) {
    for (const { content } of Object.values(resolved(responses))) {
      expect(Object.keys(content ?? {}).length, operationId).toBeLessThanOrEqual(1);
    }
  }
  expect(served.security).toEqual([{ apiKey: [] }, { session: [] }]);
});

/** As generators for Go write it: letters and digits, without regard to case. */
const identifier = (name: unknown) =>
  String(name)
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
const isDistinct = (names: readonly unknown[]) =>
  new Set(names.map(identifier)).size === names.length;

/** What kind of JSON value a schema is for, a component's too. */
function jsonKind(schema: Node): unknown {
  if (typeof schema.$ref !== "string") return schema.type;
  const [, , kind = "", name = ""] = schema.$ref.split("/");
  return jsonKind(nodeOf(nodeOf(nodeOf(served.components)[kind])[name]));
}

it("has what stops generators for Go, oapi-codegen and ogen, nowhere", () => {
  const all = schemasIn(served);
  // Types are named after them: two of a name do not compile.
  expect(isDistinct([...operations.keys()])).toBe(true);
  const components = nodeOf(served.components);
  const { headers: _, securitySchemes: __, ...typed } = components;
  const names = Object.values(typed).flatMap((named) => Object.keys(nodeOf(named)));
  expect(
    names.filter((name, at) => names.map(identifier).indexOf(identifier(name)) !== at),
  ).toEqual([]);
  for (const [at, schema] of all) {
    if (isNode(schema.properties))
      expect(isDistinct(Object.keys(schema.properties)), at).toBe(true);
    // The values of an enum become constants; those that differ in case alone are kept apart by a number.
    if (Array.isArray(schema.enum)) expect(new Set(schema.enum).size, at).toBe(schema.enum.length);
    // Without a discriminator a union is told apart by its JSON types alone.
    const ways = nodesOf(schema.anyOf ?? schema.oneOf).map(jsonKind);
    expect(new Set(ways).size, at).toBe(ways.length);
    // A field that is its own parent inline has no end; a reference to a component has.
    if (typeof schema.$ref === "string") {
      expect(schema.$ref, at).toMatch(/^#\/components\/\w+\/[\w-]+$/);
      const [, , kind = "", name = ""] = schema.$ref.split("/");
      expect(nodeOf(components[kind])[name], schema.$ref).toBeDefined();
    }
  }
  // Each parameter of a path is declared, and no other.
  for (const [path, item] of Object.entries(nodeOf(description.paths))) {
    const declared = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of nodesOf(Object.values(nodeOf(item)))) {
      const given = nodesOf(operation.parameters).filter((one) => one.in === "path");
      expect(given.map(({ name }) => name).sort(), path).toEqual(declared.sort());
    }
  }
});

it("describes how many rows a list answers as an integer, 1 to 100", () => {
  const lists = [...registry].filter(([, { query }]) => query && "limit" in query.shape);
  expect(lists.length).toBeGreaterThan(20);
  for (const [name] of lists) {
    const limit = operationOf(name).parameters?.find((one) => one.name === "limit");
    expect(limit, name).toMatchObject({ schema: { type: "integer", minimum: 1, maximum: 100 } });
  }
});

it("says what is alike for many endpoints once: an error is a component", () => {
  for (const { operationId, responses } of operations.values()) {
    const errors = Object.entries(responses).filter(
      ([status]) => /^[45]..$/.test(status) && status !== "503",
    );
    for (const [status, answer] of errors) {
      expect(answer, `${operationId} ${status}`).toEqual({
        $ref: expect.stringMatching(/^#\/components\/responses\//),
      });
    }
  }
  const { responses } = description.components as { responses: object };
  const texts = Object.values(responses).map((one) => JSON.stringify(one));
  expect(new Set(texts).size).toBe(texts.length);
});

/**
 * A part of a document with each component of `added` in the places that refer to it, and with the fields of an object that is
 * a component and more in one place.
 */
function inPlace(part: unknown, document: object, added: ReadonlyMap<string, unknown>): unknown {
  const change = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(change);
    if (!isNode(one)) return one;
    const { $ref, allOf, ...own } = one;
    const component = typeof $ref === "string" ? added.get($ref) : undefined;
    if (isNode(component)) return change({ ...component, ...own });
    if (Array.isArray(allOf)) return change({ ...own, ...merged(nodesOf(allOf).map(named)) });
    const { required } = one;
    const sorted = Array.isArray(required) ? { ...one, required: required.toSorted() } : one;
    return Object.fromEntries(Object.entries(sorted).map(([key, value]) => [key, change(value)]));
  };
  /** What a reference to a schema names. */
  const named = (one: Node): Node => {
    const name = String(one.$ref).replace("#/components/schemas/", "");
    const { schemas } = nodeOf(nodeOf(document as Node).components);
    return one.$ref === undefined ? one : named(nodeOf(nodeOf(schemas)[name]));
  };
  const merged = (parts: Node[]): Node => ({
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  });
  return change(part);
}

it("is served with what is alike once, and nothing of it lost", () => {
  const own = nodeOf(description.components);
  const all = Object.entries(nodeOf(served.components)).flatMap(([kind, names]) =>
    Object.entries(nodeOf(names)).map(([name, value]) => ({ kind, name, value })),
  );
  const added = all.filter(({ kind, name }) => !(name in nodeOf(own[kind])));
  expect(added.length).toBeGreaterThan(100);
  const components = Object.fromEntries(
    Object.keys(own).map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(nodeOf(nodeOf(served.components)[kind])).filter(
          ([name]) => name in nodeOf(own[kind]),
        ),
      ),
    ]),
  );
  const byReference = new Map(
    added.map(({ kind, name, value }) => [`#/components/${kind}/${name}`, value]),
  );
  expect(inPlace({ ...served, components }, served, byReference)).toEqual(
    inPlace(description, description, new Map()),
  );
  const texts = all.map(({ kind, value }) => `${kind} ${JSON.stringify(value)}`);
  expect(new Set(texts).size).toBe(texts.length);
});

it("has at most 2,414 bytes for each endpoint", () => {
  expect(JSON.stringify(served).length).toBeLessThanOrEqual(2_414 * registry.size);
});

it("changes only on purpose", async () => {
  await expect(`${openapiLines(description).join("\n")}\n`).toMatchFileSnapshot(
    "./openapi.snapshot.txt",
  );
});
