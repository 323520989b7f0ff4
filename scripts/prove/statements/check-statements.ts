import { type ResultColumn, StatementDescriber } from "./describe-statement";
import type { RowProperty, SourceStatement } from "./find-statements";
import type { Records, SentText } from "./records";

/** A property that is never null, by what the server does not know. */
interface NeverNull {
  readonly file: string;
  readonly property: string;
  readonly because: string;
}

/** A statement that no unit test sends. */
interface NeverSent {
  readonly file: string;
  /** A part of its template. */
  readonly text: string;
  readonly because: string;
}

/** What is right although the check cannot see it. One that is of no use any more is a finding. */
export interface Exceptions {
  readonly neverNull: readonly NeverNull[];
  readonly neverSent: readonly NeverSent[];
}

interface StatementCheck {
  /** Of a migrated database. Nothing is executed in it. */
  readonly url: string;
  readonly statements: readonly SourceStatement[];
  readonly records: Records;
  readonly exceptions: Exceptions;
  /** Not every test was run: what none of them sent, and what excepts nothing, is no finding. */
  readonly isPartial: boolean;
}

/**
 * Compares the row types of statements with what the server says of each text that tests sent for them.
 * @returns what is wrong, as `file:line what`, and how many texts were described
 */
export async function checkStatements(checked: StatementCheck) {
  const { statements, records, isPartial } = checked;
  const describer = new StatementDescriber(checked.url);
  const findings = new Set<string>();
  const used = new Set<object>();
  let described = 0;
  try {
    for (const statement of statements) {
      if (!records.issued.has(statement.key) && !isPartial) {
        const exception = checked.exceptions.neverSent.find(
          ({ file, text }) => file === statement.file && statement.key.includes(text),
        );
        if (exception) used.add(exception);
        else findings.add(`${placeOf(statement)} no test has sent it`);
      }
      if (statement.row === null && !statement.readsRows) continue;
      for (const text of records.texts.get(statement.key) ?? []) {
        described += 1;
        const faults = await faultsOf(describer, statement, text, checked);
        for (const { at, what, mayBeNull } of faults) {
          const exception = checked.exceptions.neverNull.find(
            ({ file, property }) => file === at.file && property === mayBeNull,
          );
          if (exception) used.add(exception);
          else findings.add(`${placeOf(at)} ${what}`);
        }
      }
    }
  } finally {
    await describer.end();
  }
  return { findings: [...findings, ...unusedIn(checked, used)], described };
}

/** Something that is wrong with a row type. */
interface RowFault {
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
function compareRows(
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

async function faultsOf(
  describer: StatementDescriber,
  statement: SourceStatement,
  text: SentText,
  { statements, records }: StatementCheck,
) {
  const columns = await describer.describe(text).catch((error: Error) => error);
  if (columns instanceof Error) {
    return [{ at: statement, what: `the server refuses it: ${columns.message}` }];
  }
  const nulls = records.nulls.get(text.text) ?? new Set<string>();
  const typed =
    statement.row === "embedded"
      ? statements.filter(({ key, row }) => row !== null && text.embedded.includes(key))
      : [statement];
  return typed.flatMap((at) => {
    if (at.row === "embedded") return [];
    const { readsRows } = statement;
    return compareRows(at.row, columns, { readsRows, nulls }).map((fault) => ({ at, ...fault }));
  });
}

function unusedIn({ exceptions, isPartial }: StatementCheck, used: ReadonlySet<object>): string[] {
  if (isPartial) return [];
  return [
    ...exceptions.neverNull.map((one) => ({ one, name: one.property })),
    ...exceptions.neverSent.map((one) => ({ one, name: one.text })),
  ].flatMap(({ one, name }) =>
    used.has(one) ? [] : [`${one.file} the exception for "${name}" excepts nothing`],
  );
}

const placeOf = ({ file, line }: SourceStatement): string => `${file}:${line}`;
