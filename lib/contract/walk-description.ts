import { isObject, type Json, type JsonObject } from "@/lib/core/text/json";

export type MutableObject = { [key: string]: Json };
export const kinds = ["schemas", "parameters", "requestBodies", "responses"] as const;
export type Kind = (typeof kinds)[number];

/** Something that may stand in several places. */
export interface Part {
  readonly kind: Kind;
  /** Of its field, parameter or answer. */
  readonly name: string;
  /** The names of what it stands in, from the operation or component on. */
  readonly owners: readonly string[];
  readonly value: JsonObject;
}

/** Takes a part's place; null leaves it, and goes on inside of it. */
export type Replace = (part: Part) => JsonObject | null;

/** What may be shared of a schema, and what then stands beside the reference; null for nothing. */
export type Split = (schema: JsonObject) => { shared: JsonObject; own: JsonObject } | null;

export interface Walk {
  readonly split: Split;
  readonly replace: Replace;
}

/** The document with what `replace` puts in the place of its parts, and everything else as it was. */
export function walkDocument(description: JsonObject, walk: Walk): JsonObject {
  const { paths, webhooks, components, ...rest } = description;
  const { schemas, responses, ...others } = components as JsonObject;
  return {
    ...rest,
    paths: walkPaths(paths as JsonObject, walk),
    webhooks: walkPaths(webhooks as JsonObject, walk),
    components: {
      schemas: mapValues(schemas as JsonObject, (schema, name) =>
        walkComponent(schema as JsonObject, name, walk),
      ),
      responses: responses as JsonObject,
      ...others,
    },
  };
}

/** A component keeps its words, and may share what they are about. */
function walkComponent(schema: JsonObject, name: string, walk: Walk): Json {
  const keeps = Object.keys(walk.split(schema)?.own ?? {}).length > 0;
  return keeps ? walkField(schema, name, [], walk) : walkObject(schema, [name], walk);
}

const mapValues = (
  object: JsonObject,
  change: (value: Json, name: string) => Json,
): MutableObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value as Json, name)]),
  );

const walkPaths = (paths: JsonObject, walk: Walk): JsonObject =>
  mapValues(paths, (item) =>
    mapValues(item as JsonObject, (operation) => walkOperation(operation as JsonObject, walk)),
  );

function walkOperation(operation: JsonObject, walk: Walk): JsonObject {
  const owners = [String(operation.operationId)];
  const change = (kind: Kind, name: string, value: JsonObject) =>
    "$ref" in value
      ? value
      : (walk.replace({ kind, name, owners, value }) ?? walkObject(value, owners, walk));
  const { parameters, responses, requestBody } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? {
          parameters: parameters.map((one: JsonObject) =>
            change("parameters", String(one.name), one),
          ),
        }
      : {}),
    ...(isObject(requestBody) ? { requestBody: change("requestBodies", "body", requestBody) } : {}),
    responses: mapValues(responses as JsonObject, (one) =>
      change("responses", "", one as JsonObject),
    ),
  };
}

/** Goes through everything below a schema, or what has one. */
export function walkObject(value: JsonObject, owners: readonly string[], walk: Walk): JsonObject {
  return mapValues(value, (item, key) => {
    if (key === "examples" || key === "example" || key === "enum") return item;
    if (!isObject(item)) return walkAny(item, owners, walk);
    if (key === "properties") {
      return mapValues(item, (field, name) => walkField(field, name, owners, walk));
    }
    if (key === "items") return walkField(item, `${owners.at(-1)}Item`, owners.slice(0, -1), walk);
    if (key === "schema" && typeof value.name === "string") {
      return walkField(item, value.name, owners, walk);
    }
    return walkObject(item, owners, walk);
  });
}

function walkAny(value: Json, owners: readonly string[], walk: Walk): Json {
  if (Array.isArray(value)) return value.map((item) => walkAny(item, owners, walk));
  return isObject(value) ? walkObject(value, owners, walk) : value;
}

function walkField(field: Json, name: string, owners: readonly string[], walk: Walk): Json {
  if (!isObject(field) || "$ref" in field) return field;
  const parts = walk.split(field);
  const replaced = parts && walk.replace({ kind: "schemas", name, owners, value: parts.shared });
  return replaced ? { ...replaced, ...parts.own } : walkObject(field, [...owners, name], walk);
}
