import { z } from "zod";
import { toDecimal } from "@/lib/core/amounts/money";
import type { Json, JsonObject } from "@/lib/core/text/json";
import type { Endpoint } from "./endpoint";
import { moneyFields } from "./fields";

/** How a list is written as CSV. */
export interface CsvForm {
  /** Begins with a byte order mark, without which some spreadsheets take UTF-8 for the encoding of their country. */
  readonly hasMark: boolean;
  /** Where it is `;`, decimals have a comma: spreadsheets of the countries that write so expect both. */
  readonly delimiter: "," | ";";
}

/** RFC 4180, for programs. */
export const plainCsv: CsvForm = { hasMark: false, delimiter: "," };

/** A column of a list as CSV. */
export interface CsvColumn {
  /** The field's place in the row's JSON, with dots. */
  readonly name: string;
  cellOf(row: JsonObject, form: CsvForm): string;
}

/**
 * The columns of a list's rows, in the order in which their schema has the fields: an object's fields each have a
 * column, lists and free objects are one of JSON, and an amount has a second one in whole units.
 */
export function csvColumns(item: z.ZodObject, path: readonly string[] = []): CsvColumn[] {
  return Object.entries(item.shape).flatMap(([name, field]) => {
    const place = [...path, name];
    const inner = unwrapped(field as z.ZodType);
    if (inner instanceof z.ZodObject) return csvColumns(inner, place);
    const column = columnOf(place.join("."), place, cellOf);
    if (moneyFields.get(inner) === undefined) return [column];
    return [column, columnOf(`${column.name}Decimal`, place, decimalOf)];
  });
}

/** A field's schema without what says that it may be missing. */
function unwrapped(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) {
    return unwrapped(field.unwrap() as z.ZodType);
  }
  return field;
}

const columnOf = (
  name: string,
  place: readonly string[],
  text: (value: Json | undefined, form: CsvForm) => string,
): CsvColumn => ({ name, cellOf: (row, form) => text(valueAt(row, place), form) });

function valueAt(row: JsonObject, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>(
    (value, name) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? (value as JsonObject)[name]
        : undefined,
    row,
  );
}

/** What begins so is a formula to a spreadsheet, which would run it. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/** A value as a cell (RFC 4180): nothing for null, JSON for lists and objects, and no text that is a formula. */
function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = formula.test(text) ? `'${text}` : text;
  return /^$|[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** An amount in whole units, exact. */
function decimalOf(value: Json | undefined, { delimiter }: CsvForm): string {
  if (typeof value !== "string") return "";
  const decimal = toDecimal(BigInt(value));
  return delimiter === ";" ? decimal.replace(".", ",") : decimal;
}

/** The first line, which names the columns. */
export const csvHead = (columns: readonly CsvColumn[], { hasMark, delimiter } = plainCsv) =>
  `${hasMark ? "\uFEFF" : ""}${columns.map(({ name }) => name).join(delimiter)}\r\n`;

/** A row's line. */
export const csvLine = (columns: readonly CsvColumn[], row: JsonObject, form = plainCsv) =>
  `${columns.map(({ cellOf: cell }) => cell(row, form)).join(form.delimiter)}\r\n`;

/**
 * The schema of a list's rows; null where an endpoint answers with no list, or where its `limit` cuts the list off and no
 * cursor leads to the rest: a file has every row.
 */
export function listedItem({
  query,
  response,
}: Pick<Endpoint, "query" | "response">): z.ZodObject | null {
  if (!(response instanceof z.ZodObject) || !("nextCursor" in response.shape)) return null;
  const parameters = query?.shape ?? {};
  if ("limit" in parameters && !("cursor" in parameters)) return null;
  const { data } = response.shape;
  const item = data instanceof z.ZodArray ? data.element : null;
  return item instanceof z.ZodObject ? item : null;
}
