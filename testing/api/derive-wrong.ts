import type { Endpoint } from "@/lib/contract/endpoint";
import type { JsonObject } from "@/lib/core/text/json";
import { bodySchema, propertiesOf, requiredOf } from "./derive-samples";
import { chars, wrongDigits, wrongEmails } from "./wrong-values";

/** What each sort of value is not, besides what its bounds exclude. NUL and half of a pair cannot be stored. */
const notOfType: Readonly<Record<string, readonly unknown[]>> = {
  string: [12.5, 7, true, {}, [], ["text"], "\u0000", "a\u0000b", "\ud800"],
  integer: ["1", 1.5, true, {}, [], 1e300],
  number: ["1", true, {}, []],
  boolean: ["true", 1, 0, {}, []],
  object: [12.5, true, "text", "", [], [1]],
  array: [12.5, true, "text", "", {}],
};

const formats: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["", "tomorrow", "2026-04-27", "2026-04-27T12:00:00", "2026-13-27T12:00:00Z"],
  date: ["", "tomorrow", "2026-13-01", "2026-02-30", "2026-04-27T12:00:00"],
  email: [...wrongEmails, "ada@exam\nple.com", "ada@example.com\r\nBcc: eve@x.example"],
  uri: ["", "x", "//x.example", "aurora.example", "javascript:alert(1)", "ftp://aurora.example"],
};

/** Near to what a pattern takes: a pattern refuses those that it does not match. */
const texts = [
  ...["", " ", "ä", "x y", "a/b", "{}", "text", "es", "E", "ESP", "E1", "12345"],
  ...wrongDigits,
  ...["00", "01", "0x", "0xzz"],
  ...[39, 40, 41, 63, 65].map((length) => `0x${"1".repeat(length)}`),
  ...[`0x${"g".repeat(40)}`, "1".repeat(40), `0x${"z".repeat(64)}`],
  ...["cus_1", "ps_000000000000000000000000", chars(65), chars(129)],
];

function wrongText(schema: JsonObject): unknown[] {
  const { minLength, maxLength, pattern, format } = schema;
  const { enum: values } = schema;
  if (Array.isArray(values)) {
    const cased = values.flatMap((one) => [String(one).toUpperCase(), `${one} `]);
    return ["", "none of these", ...cased].filter((one) => !values.includes(one));
  }
  const matches = typeof pattern === "string" ? new RegExp(pattern) : null;
  return [
    ...(typeof minLength === "number" && minLength > 0 ? ["", chars(minLength - 1)] : []),
    ...(typeof maxLength === "number" ? [chars(maxLength + 1)] : []),
    ...(matches ? texts.filter((one) => !matches.test(one)) : []),
    ...(formats[String(format)] ?? []),
  ];
}

function wrongNumber({ minimum, exclusiveMinimum, maximum }: JsonObject): unknown[] {
  return [
    ...(typeof exclusiveMinimum === "number" ? [exclusiveMinimum, exclusiveMinimum - 1] : []),
    ...(typeof minimum === "number" ? [minimum - 1, minimum - 2] : []),
    ...(typeof maximum === "number" ? [maximum + 1] : []),
  ];
}

function wrongObject(schema: JsonObject): unknown[] {
  const isClosed = schema.additionalProperties === false;
  const fields = Object.entries(propertiesOf(schema)).flatMap(([name, field]) =>
    wrongValues(field).map((value) => ({ [name]: value })),
  );
  return [
    ...(requiredOf(schema).length > 0 ? [{}] : fields),
    ...(isClosed ? [{ unknown: 1 }] : []),
  ];
}

function wrongArray({ items, minItems, maxItems }: JsonObject): unknown[] {
  const wrongItems = wrongValues((items ?? {}) as JsonObject).map((item) => [item]);
  const [first] = wrongItems;
  return [
    ...(typeof minItems === "number" && minItems > 0 ? [[]] : []),
    ...(typeof maxItems === "number" && first ? [Array(maxItems + 1).fill(first[0])] : []),
    ...wrongItems,
  ];
}

const further: Readonly<Record<string, (schema: JsonObject) => unknown[]>> = {
  string: wrongText,
  integer: wrongNumber,
  number: wrongNumber,
  object: wrongObject,
  array: wrongArray,
};

/** Values that a schema refuses by its type, bounds, pattern, format or list; of a choice none but null. */
function wrongValues(schema: JsonObject): unknown[] {
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) {
    const [first = {}, ...others] = anyOf as JsonObject[];
    const isNullable = others.length === 1 && others[0]?.type === "null";
    return isNullable ? wrongValues(first).filter((one) => one !== null) : [];
  }
  if (Array.isArray(type)) {
    const [first = null] = type;
    const { enum: values } = schema;
    const listed = Array.isArray(values) ? { enum: values.filter((one) => one !== null) } : {};
    return wrongValues({ ...schema, ...listed, type: first }).filter((one) => one !== null);
  }
  const sort = String(type ?? (schema.enum ? "string" : ""));
  return sort in notOfType
    ? [null, ...(notOfType[sort] ?? []), ...(further[sort]?.(schema) ?? [])]
    : [];
}

/** What an endpoint's body requires, and what each of its fields refuses. */
export function wrongBody(endpoint: Endpoint) {
  const { schema } = bodySchema(endpoint);
  const wrong = Object.entries(propertiesOf(schema)).map(
    ([name, field]) => [name, wrongValues(field)] as const,
  );
  return { required: requiredOf(schema), wrong: Object.fromEntries(wrong) };
}
