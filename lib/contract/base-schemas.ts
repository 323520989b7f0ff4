import { isObject, type Json, type JsonObject } from "@/lib/core/text/json";

/** A component that other objects may have all fields of. */
interface Base {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
}

/** Fewer are alike by chance. */
const LEAST_FIELDS = 4;

/**
 * A description in which an object that has all fields of a component, and more, is that component with what it has besides
 * (`allOf`). One that takes no further fields is no base, and has none.
 */
export function withBases(description: JsonObject): JsonObject {
  const { paths, components } = description as { readonly [part: string]: JsonObject };
  const schemas = components?.schemas as JsonObject;
  const bases = Object.entries(schemas)
    .flatMap(([name, schema]) => (isObject(schema) ? basesOf(name, schema) : []))
    .toSorted((one, other) => other.fields.size - one.fields.size);
  return {
    ...description,
    paths: inside(paths as JsonObject, bases),
    components: { ...components, schemas: inside(schemas, bases) },
  };
}

function basesOf(name: string, schema: JsonObject): Base[] {
  const { properties, additionalProperties, required } = schema;
  if (!isObject(properties) || additionalProperties !== undefined) return [];
  const fields = new Map(
    Object.entries(properties).map(([field, value]) => [field, JSON.stringify(value)]),
  );
  return fields.size < LEAST_FIELDS ? [] : [{ name, fields, required: namesIn(required) }];
}

const namesIn = (required: Json | undefined) =>
  new Set(Array.isArray(required) ? (required as string[]) : []);

function rebased(part: Json, bases: readonly Base[]): Json {
  if (Array.isArray(part)) return part.map((one) => rebased(one, bases));
  if (!isObject(part)) return part;
  const base = bases.find((one) => isBaseOf(one, part));
  return base ? extending(base, part, bases) : inside(part, bases);
}

const inside = (object: JsonObject, bases: readonly Base[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const isText = value === undefined || key === "example" || key === "examples";
      return [key, isText ? value : rebased(value, bases)];
    }),
  );

/** A schema as its base, with the fields that it has besides, and with its own words. */
function extending({ name, fields }: Base, schema: JsonObject, bases: readonly Base[]): JsonObject {
  const { type, properties, required, ...words } = schema;
  const further = Object.entries(properties as JsonObject).filter(([field]) => !fields.has(field));
  const needed = [...namesIn(required)].filter((field) => !fields.has(field));
  const own = { type, properties: Object.fromEntries(further), required: needed };
  return { ...words, allOf: [{ $ref: `#/components/schemas/${name}` }, inside(own, bases)] };
}

function isBaseOf({ fields, required }: Base, schema: JsonObject): boolean {
  const { type, properties, additionalProperties } = schema;
  if (type !== "object" || !isObject(properties) || additionalProperties !== undefined) {
    return false;
  }
  const needed = namesIn(schema.required);
  return (
    fields.size < Object.keys(properties).length &&
    [...fields].every(
      ([name, text]) =>
        JSON.stringify(properties[name]) === text && needed.has(name) === required.has(name),
    )
  );
}
