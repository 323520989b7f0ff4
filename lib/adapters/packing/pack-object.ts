import type { Json, JsonObject } from "@/lib/core/json";
import { packText, unpackText } from "./pack-text";
import { currentTemplate, type TemplateField, templates } from "./templates";
import { putValues, takeValues } from "./values";

/** In characters of JSON: to deflate as little as that saves some bytes, and takes several times as long as the rest. */
const MAX_DIFFERENCES = 120;

/**
 * Packs an object for a column that is read rarely. One that is nearly as its template: the template's byte, a bit
 * for each field that is not as usual, the length of their values' bytes and the values, then their JSON with marks.
 * Any other as its text.
 * @param known as `packText`
 */
export function packObject(object: JsonObject, known: readonly string[]): Buffer {
  return packDifferences(object, known) ?? packText(JSON.stringify(object), known);
}

/**
 * The object that `packObject` packed, with its fields in their order.
 * @throws Error as `unpackText`
 */
export function unpackObject(packed: Buffer, known: readonly string[]): JsonObject {
  const fields = templates.get(packed[0] ?? -1);
  if (!fields) return JSON.parse(unpackText(packed, known)) as JsonObject;
  const bitsEnd = 1 + bitBytes(fields);
  const bits = packed.subarray(1, bitsEnd);
  const valuesEnd = bitsEnd + 1 + (packed[bitsEnd] ?? 0);
  const marked = {
    values: packed.subarray(bitsEnd + 1, valuesEnd),
    text: packed.subarray(valuesEnd).toString(),
  };
  const differing = (JSON.parse(putValues(marked, known)) as Json[]).values();
  const entries = fields.map(({ name, usual }, at) => {
    const isSet = ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
    return [name, isSet ? differing.next().value : usual(known)];
  });
  return Object.fromEntries(entries) as JsonObject;
}

const bitBytes = (fields: readonly TemplateField[]) => Math.ceil(fields.length / 8);

/** Null for an object with other fields than the template's, or with much that is not as usual. */
function packDifferences(object: JsonObject, known: readonly string[]): Buffer | null {
  const fields = templates.get(currentTemplate) ?? [];
  const names = Object.keys(object);
  if (names.length !== fields.length) return null;
  const bits = Buffer.alloc(bitBytes(fields));
  const differing: Json[] = [];
  for (const [at, field] of fields.entries()) {
    const value = object[field.name];
    if (names[at] !== field.name || value === undefined) return null;
    if (field.isUsual(value, known)) continue;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    differing.push(value);
  }
  const text = JSON.stringify(differing);
  const marked = text.length <= MAX_DIFFERENCES ? takeValues(text, known) : null;
  if (!marked) return null;
  const head = Buffer.of(currentTemplate);
  const length = Buffer.of(marked.values.length);
  return Buffer.concat([head, bits, length, marked.values, Buffer.from(marked.text)]);
}
