import { describeInFull } from "@/lib/contract/openapi";
import { registry } from "@/lib/contract/registry";
import { isObject, type Json, type JsonObject } from "@/lib/core/text/json";
import { methodNames } from "./method-names";

interface OperationDescription {
  operationId: string;
  parameters?: JsonObject[];
  requestBody?: { content: { "application/json": { schema: JsonObject } } };
  responses: Record<string, { content?: Record<string, { schema: JsonObject }> }>;
}

const HEADER = "// Made from the API's declarations by `npm run sdk:generate`.\n";

interface Webhook {
  post: {
    requestBody: {
      content: {
        "application/json": {
          schema: { allOf: [JsonObject, { properties: { data: JsonObject } }] };
        };
      };
    };
  };
}

/** The parts of the client that follow from the declarations, by the name of their file. */
export function writeSdk(): Record<"types.generated.ts" | "operations.generated.ts", string> {
  return { "types.generated.ts": writeTypes(), "operations.generated.ts": writeOperations() };
}

const words: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const literals = (values: readonly Json[]) =>
  values.map((value) => JSON.stringify(value)).join(" | ");

/** The TypeScript type of a JSON Schema of the API's description. */
function writeType(schema: JsonObject): string {
  const { $ref, const: fixed, enum: listed, anyOf, oneOf, type } = schema;
  if (typeof $ref === "string") return $ref.replace("#/components/schemas/", "");
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(listed)) return literals(listed);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) {
    return [...new Set(choices.map((choice) => writeType(choice as JsonObject)))].join(" | ");
  }
  if (Array.isArray(type)) {
    return type
      .map((one) => (one === "null" ? "null" : writeType({ ...schema, type: one })))
      .join(" | ");
  }
  if (type === "array") return `readonly (${writeType((schema.items ?? {}) as JsonObject)})[]`;
  if (type === "object" || schema.properties) return writeObject(schema);
  return words[String(type)] ?? "unknown";
}

function writeObject(schema: JsonObject): string {
  const { properties, additionalProperties, propertyNames, required } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0) {
    const value = isObject(additionalProperties) ? writeType(additionalProperties) : "unknown";
    const isNamed = isObject(propertyNames) && Array.isArray(propertyNames.enum);
    if (isNamed) return `{ readonly [name in ${writeType(propertyNames)}]?: ${value} }`;
    return `{ readonly [name: string]: ${value} }`;
  }
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(([name, field]) =>
    writeField(name, field as JsonObject, needed.has(name)),
  );
  return `{\n${fields.join("")}}`;
}

/** A field of an object type, with what the description says of it. */
function writeField(name: string, schema: JsonObject, isRequired: boolean): string {
  const { description } = schema;
  const said =
    typeof description === "string" ? `/** ${description.replaceAll("*/", "*∕")} */\n` : "";
  return `${said}readonly ${name}${isRequired ? "" : "?"}: ${writeType(schema)};\n`;
}

function writeTypes(): string {
  const description = describeInFull("https://pay.example.com");
  const { schemas } = description.components as unknown as { schemas: Record<string, JsonObject> };
  const { Error: error, ...resources } = schemas;
  const paths = Object.values(
    description.paths as unknown as Record<string, Record<string, OperationDescription>>,
  );
  const operations = paths.flatMap((methods) => Object.values(methods));
  operations.sort((one, other) => (one.operationId < other.operationId ? -1 : 1));
  return [
    HEADER,
    ...Object.entries(resources)
      .sort()
      .map(([name, schema]) => `export type ${name} = ${writeType(schema)};\n`),
    writeErrors(error as JsonObject),
    writeEvents(description.webhooks as JsonObject),
    "/** Every endpoint's input and output, by its name in the API's description. */",
    `export interface Operations {\n${operations.map(writeOperation).join("")}}\n`,
  ].join("\n");
}

function writeErrors(schema: JsonObject): string {
  const { error } = schema.properties as unknown as {
    error: { properties: { code: JsonObject; details: { properties: { reason: JsonObject } } } };
  };
  const { code, details } = error.properties;
  return [
    "/** The kind of an error; each has its HTTP status. */",
    `export type ErrorCode = ${writeType(code)};\n`,
    "/** Why, as a stable word; the API's reference lists their meanings. */",
    `export type ErrorReason = ${writeType(details.properties.reason)};\n`,
  ].join("\n");
}

/** Each type of event with the object that it carries. */
function writeEvents(webhooks: JsonObject): string {
  const objects = Object.entries(webhooks).map(([type, described]) => {
    const { schema } = (described as unknown as Webhook).post.requestBody.content[
      "application/json"
    ];
    const data = schema.allOf[1].properties.data.properties as { object: JsonObject };
    return `  "${type}": ${writeType(data.object)};\n`;
  });
  return [
    "/** What an event of each type carries as `data.object`. */",
    `export interface EventObjects {\n${objects.join("")}}\n`,
    "/** An event as webhooks carry it, by its type. */",
    "export type WebhookEvent = {",
    '  [Type in keyof EventObjects]: Omit<Event, "type" | "data"> & {',
    "    readonly type: Type;",
    "    readonly data: { readonly object: EventObjects[Type] };",
    "  };",
    "}[keyof EventObjects];\n",
  ].join("\n");
}

function writeOperation({
  operationId,
  parameters = [],
  requestBody,
  responses,
}: OperationDescription): string {
  const given = parameters.filter(
    (parameter) => parameter.in === "path" || parameter.in === "query",
  );
  const fields = given.map(({ name, schema, required, description }) => {
    const described = { ...(schema as JsonObject), description: description ?? null };
    return writeField(String(name), described, required === true);
  });
  const body = requestBody?.content["application/json"].schema;
  const parts = [
    ...(fields.length > 0 ? [`{\n${fields.join("")}}`] : []),
    ...(body ? [writeType(body)] : []),
  ];
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const output = success?.[1].content;
  const schema = Object.values(output ?? {})[0]?.schema;
  const written = schema?.format === "binary" ? "Uint8Array" : schema && writeType(schema);
  return `  ${operationId}: {\n    readonly input: ${parts.join(" & ") || "Record<never, never>"};\n    readonly output: ${written ?? "unknown"};\n  };\n`;
}

/** @throws Error when a name in the client is nobody's, or is given twice */
function writeOperations(): string {
  const groups = new Map<string, string[]>();
  const places = Object.entries(methodNames);
  if (new Set(places.map(([, place]) => place)).size < places.length) {
    throw new Error("Two endpoints have one name in the client");
  }
  for (const [name, place] of places) {
    const endpoint = registry.get(name);
    if (!endpoint) throw new Error(`There is no endpoint ${name}`);
    const { method, path, auth } = endpoint;
    // It has a way of its own to be called.
    if (endpoint.streams) continue;
    const [group = "", member = ""] = place.split(".");
    const open = auth === "none" && method !== "GET" ? ", isPublic: true" : "";
    const file = endpoint.file ? ", isFile: true" : "";
    const line = `    ${member}: { name: "${name}", method: "${method}", path: "${path}"${open}${file} },\n`;
    groups.set(group, [...(groups.get(group) ?? []), line]);
  }
  const written = [...groups].map(([group, lines]) => `  ${group}: {\n${lines.join("")}  },\n`);
  return `${HEADER}\n/** How each method of the client calls its endpoint. */\nexport const resources = {\n${written.join("")}} as const;\n`;
}
