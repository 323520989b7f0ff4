import { z } from "zod";
import { isObject, type Json, type JsonObject } from "@/lib/core/text/json";
import { glossary } from "./glossary";
import { isOfKind } from "./glossary-entry";

type MutableJson = { [key: string]: Json };

/** The JSON Schemas of a document; those that carry an id are hoisted into its components, each once. */
export class JsonSchemas {
  constructor(readonly components: MutableJson) {}

  /**
   * The JSON Schema of a parameter. In a URL everything is text: one that is read as an integer is described as that.
   * @param owner whose field it is
   */
  addParameter(schema: z.ZodType, owner: string): JsonObject {
    const { type, minimum, maximum } = z.toJSONSchema(schema, {
      io: "output",
      unrepresentable: "any",
    });
    const wire = this.add(schema, owner);
    if (type !== "integer") return wire;
    const { pattern: _, ...said } = wire;
    const examples = [wire.examples ?? []].flat().map((example) => Number(example));
    const bounds = tidy({ type, minimum, maximum } as Json, owner) as JsonObject;
    return { ...said, ...bounds, ...(examples.length > 0 ? { examples } : {}) };
  }

  /**
   * The JSON Schema of what goes over the wire.
   * @param owner whose fields they are, where the schema has no id of its own
   */
  add(schema: z.ZodType, owner: string): JsonObject {
    const { $schema, $defs, ...rest } = z.toJSONSchema(schema, {
      target: "draft-2020-12",
      io: "input",
      unrepresentable: "any",
    }) as MutableJson;
    for (const [name, definition] of Object.entries(($defs ?? {}) as MutableJson)) {
      this.components[name] = tidy(definition, name);
    }
    return tidy(rest, owner) as JsonObject;
  }

  /** A value that fits a schema, made of the examples in it. */
  exampleOf(schema: JsonObject): Json {
    const { $ref, examples, anyOf, properties, items, type } = schema;
    if (Array.isArray(examples)) return examples[0] as Json;
    if ($ref !== undefined) {
      const name = String($ref).replace("#/components/schemas/", "");
      return this.exampleOf(this.components[name] as JsonObject);
    }
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0] as Json;
    if (Array.isArray(anyOf)) return this.exampleOf(anyOf[0] as JsonObject);
    if (isObject(properties)) {
      const fields = Object.entries(properties as { [name: string]: JsonObject });
      return Object.fromEntries(fields.map(([name, field]) => [name, this.exampleOf(field)]));
    }
    if (isObject(items)) return [this.exampleOf(items)];
    return plainExamples[String(schema.format ?? type)] ?? null;
  }
}

const plainExamples: Readonly<Record<string, Json>> = {
  "date-time": "2026-04-27T12:00:00.000Z",
  string: "text",
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
};

/** Points references into `components`, says what each field means, and drops what is no use to readers. */
function tidy(value: Json, owner: string): Json {
  if (Array.isArray(value)) return value.map((item) => tidy(item, owner));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    if (item === undefined || (key === "id" && typeof item === "string")) return [];
    // The language's own range of numbers.
    if (typeof item === "number" && Math.abs(item) === Number.MAX_SAFE_INTEGER) return [];
    if (key === "example") return [["examples", [item]]];
    if (key === "$ref") return [[key, String(item).replace("#/$defs/", "#/components/schemas/")]];
    if (key === "properties" && isObject(item)) return [[key, explained(item, owner)]];
    return [[key, tidy(item, owner)]];
  });
  return withoutTheObvious(nullable(oneText(Object.fromEntries(entries))));
}

/** Formats that say more than the pattern that is checked for them. */
const knownFormats = new Set<unknown>(["date-time", "date", "email"]);

/** Whether a schema says its values itself. */
const isListed = ({ enum: listed, const: fixed, type }: JsonObject) =>
  listed !== undefined || fixed !== undefined || type === "boolean";

/** Without the pattern of a format, and without examples of values that the schema lists. */
function withoutTheObvious({ pattern, examples, ...schema }: JsonObject): JsonObject {
  const isFormat = knownFormats.has(schema.format);
  const isTold = !isListed(schema) && schema.format !== "date-time";
  const hasExamples = Array.isArray(examples) && isTold && examples.some((one) => one !== null);
  return {
    ...schema,
    ...(pattern === undefined || isFormat ? {} : { pattern }),
    ...(hasExamples ? { examples } : {}),
  };
}

/** Texts of several formats are one text: generators of clients make a type of its own for each way to write a time. */
function oneText(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const isText = (one: JsonObject) => one.type === "string" && knownFormats.has(one.format);
  return (anyOf as JsonObject[]).every(isText) ? { type: "string", ...rest } : schema;
}

/** What may also be null is one type and `null`, which generators of clients know best. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, none] = anyOf as JsonObject[];
  if (none?.type !== "null" || typeof one?.type !== "string") return schema;
  const { enum: listed, const: fixed } = one;
  if (fixed !== undefined) return schema;
  const values = Array.isArray(listed) ? { enum: [...listed, null] } : {};
  return { ...one, ...values, type: [one.type, "null"], ...rest };
}

function explained(properties: JsonObject, owner: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      explain(name, tidy(field as Json, owner) as JsonObject, owner),
    ]),
  );
}

/** Whether a field's declaration has words for the field itself. */
const isOwn = ({ description }: JsonObject) =>
  typeof description === "string" && !isOfKind(description);

/**
 * A field's schema with what the glossary says of its owner's field, or else its own declaration, or else the glossary of
 * every field of that name, which knows more than the schema of its kind. `says` goes before all.
 */
export function explain(name: string, schema: JsonObject, owner: string): JsonObject {
  if (schema.says !== undefined) {
    const { says, ...rest } = schema;
    return { ...rest, description: says as string };
  }
  const ofName = isOwn(schema) ? undefined : glossary[name];
  const known = glossary[`${owner}.${name}`] ?? ofName;
  if (!known) return schema;
  const { description, example } = known;
  return withoutTheObvious({
    ...schema,
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });
}
