import type { Json, JsonObject } from "@/lib/core/json";

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
export function writeType(schema: JsonObject): string {
  const { $ref, const: fixed, enum: listed, anyOf, oneOf, type } = schema;
  if (typeof $ref === "string") return $ref.replace("#/components/schemas/", "");
  if (fixed !== undefined) return JSON.stringify(fixed);
  if (Array.isArray(listed)) return literals(listed);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) {
    return [...new Set(choices.map((choice) => writeType(choice as JsonObject)))].join(" | ");
  }
  if (Array.isArray(type)) {
    return type.map((one) => writeType({ ...schema, type: one })).join(" | ");
  }
  if (type === "array") return `readonly (${writeType((schema.items ?? {}) as JsonObject)})[]`;
  if (type === "object" || schema.properties) return writeObject(schema);
  return words[String(type)] ?? "unknown";
}

function writeObject({ properties, additionalProperties, required }: JsonObject): string {
  if (!isObject(properties) || Object.keys(properties).length === 0) {
    const value = isObject(additionalProperties) ? writeType(additionalProperties) : "unknown";
    return `{ readonly [name: string]: ${value} }`;
  }
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(([name, field]) =>
    writeField(name, field as JsonObject, needed.has(name)),
  );
  return `{\n${fields.join("")}}`;
}

/** A field of an object type, with what the description says of it. */
export function writeField(name: string, schema: JsonObject, isRequired: boolean): string {
  const { description } = schema;
  const said =
    typeof description === "string" ? `/** ${description.replaceAll("*/", "*∕")} */\n` : "";
  return `${said}readonly ${name}${isRequired ? "" : "?"}: ${writeType(schema)};\n`;
}
