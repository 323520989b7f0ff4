import { compareRows } from "./compare-rows";
import { StatementDescriber } from "./describe-statement";
import type { SourceStatement } from "./find-statements";
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

interface Checked {
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
export async function checkStatements(checked: Checked) {
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

async function faultsOf(
  describer: StatementDescriber,
  statement: SourceStatement,
  text: SentText,
  { statements, records }: Checked,
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

function unusedIn({ exceptions, isPartial }: Checked, used: ReadonlySet<object>): string[] {
  if (isPartial) return [];
  return [
    ...exceptions.neverNull.map((one) => ({ one, name: one.property })),
    ...exceptions.neverSent.map((one) => ({ one, name: one.text })),
  ].flatMap(({ one, name }) =>
    used.has(one) ? [] : [`${one.file} the exception for "${name}" excepts nothing`],
  );
}

const placeOf = ({ file, line }: SourceStatement): string => `${file}:${line}`;
