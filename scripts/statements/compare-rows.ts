import type { ResultColumn } from "./describe-statement";
import type { RowProperty } from "./row-types";

/** Something that is wrong with a row type. */
export interface RowFault {
  readonly what: string;
  /** The property that may be null as far as the server knows, though no test was answered with one. */
  readonly mayBeNull?: string;
}

/** The type of what is called for its effect, such as a lock. */
const VOID = 2278;

/**
 * Compares the row type of a statement with the columns that the server says it answers with.
 * @param row null when the statement has none
 * @param nulls columns in which tests were answered with null
 */
export function compareRows(
  row: readonly RowProperty[] | null,
  columns: readonly ResultColumn[],
  { readsRows, nulls }: { readsRows: boolean; nulls: ReadonlySet<string> },
): RowFault[] {
  if (row === null) {
    const isRead = readsRows && columns.some(({ oid }) => oid !== VOID);
    return isRead ? [{ what: `has no row type, and answers with ${listOf(columns)}` }] : [];
  }
  const twice = columns.filter(({ name }, at) => columns.findIndex((c) => c.name === name) < at);
  const undeclared = columns.filter(({ name }) => !row.some((property) => property.name === name));
  return [
    ...twice.map(({ name }) => ({ what: `two columns are named ${name}` })),
    ...row.flatMap((property) => compareProperty(property, columns, nulls) ?? []),
    ...undeclared.map(({ name, type }) => ({
      what: `the column ${name} (${type}) is not declared`,
    })),
  ];
}

function compareProperty(
  { name, type, oids, isNullable, isOptional }: RowProperty,
  columns: readonly ResultColumn[],
  nulls: ReadonlySet<string>,
): RowFault | null {
  const column = columns.find((one) => one.name === name);
  if (!column) {
    return isOptional ? null : { what: `no column is named ${name}, only ${listOf(columns)}` };
  }
  if (!oids.includes(column.oid)) {
    return { what: `${name} is declared as ${type}, and the column is ${column.type}` };
  }
  if (isNullable) return null;
  if (nulls.has(name)) return { what: `${name} is declared as ${type}, and was null` };
  if (!column.nullable) return null;
  const what = `${name} is declared as ${type}, and may be null: ${column.nullable}`;
  return { what, mayBeNull: name };
}

function listOf(columns: readonly ResultColumn[]): string {
  return columns.map(({ name, type }) => `${name} (${type})`).join(", ") || "nothing";
}
