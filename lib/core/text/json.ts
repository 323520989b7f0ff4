/** A JSON value. */
export type Json =
  | null
  | string
  | number
  | boolean
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON text of a value in which bigints may be anywhere: they become digits. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(
    value,
    (_, part) => (typeof part === "bigint" ? part.toString() : part),
    indent,
  );
}
