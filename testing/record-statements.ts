import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { relative } from "node:path";
import postgres from "postgres";
import { expect } from "vitest";
import {
  keyOf,
  type RecordedLine,
  recordFileOf,
  recordsFolder,
} from "@/scripts/prove/statements/records";

/** What the driver keeps of a tagged template. */
interface DriverQuery {
  readonly tagged: boolean;
  readonly executed: boolean;
  readonly strings: readonly string[];
  readonly args: readonly unknown[];
  readonly statement: { readonly string: string; readonly types: readonly number[] } | null;
  resolve: (result: unknown) => void;
}

/** The test file whose statements are written down now: several share a process, one after the other. */
let current: { readonly path: string; readonly written: Set<string> } | null = null;

/**
 * Writes down every statement that this process sends from now on, for `npm run check:statements`: its
 * template and the templates embedded in it, its text, and the columns in which a null was answered. One
 * file per test file, replaced when the test file is run again. Each line is written when it is new, since
 * a worker may be killed.
 */
export function recordStatements(): void {
  const { testPath } = expect.getState();
  if (!testPath) return;
  const path = recordFileOf(relative(process.cwd(), testPath));
  if (current?.path === path) return;
  mkdirSync(recordsFolder, { recursive: true });
  rmSync(path, { force: true });
  if (!current) watchQueries(writeQuery);
  current = { path, written: new Set() };
}

function writeQuery(query: DriverQuery, result: unknown): void {
  if (!query.tagged || !query.statement) return;
  const key = keyOf(query.strings);
  const { string: text, types } = query.statement;
  writeLine({ key, embedded: embeddedKeys(query.args), text, types: [...types] });
  const nulls = nullColumns(result);
  if (nulls.length > 0) writeLine({ nullsOf: text, nulls });
}

function writeLine(line: RecordedLine): void {
  const text = JSON.stringify(line);
  if (!current || current.written.has(text)) return;
  current.written.add(text);
  appendFileSync(current.path, `${text}\n`);
}

/** Every query of the driver passes its class's `handle` before it is sent. */
function watchQueries(onAnswer: (query: DriverQuery, result: unknown) => void): void {
  const fragment = postgres({ max: 1 })``;
  const prototype = Object.getPrototypeOf(fragment) as { handle(this: DriverQuery): unknown };
  const { handle } = prototype;
  prototype.handle = function watched() {
    if (!this.executed) {
      const { resolve } = this;
      this.resolve = (result) => {
        onAnswer(this, result);
        resolve(result);
      };
    }
    return handle.call(this);
  };
}

function embeddedKeys(args: readonly unknown[]): string[] {
  return args.flat().flatMap((value) => {
    if (!(value instanceof Promise) || !("strings" in value)) return [];
    const { strings, args: inner } = value as unknown as DriverQuery;
    return [keyOf(strings), ...embeddedKeys(inner)];
  });
}

function nullColumns(result: unknown): string[] {
  if (!Array.isArray(result)) return [];
  const found = new Set<string>();
  for (const row of result) {
    if (row === null || typeof row !== "object" || Array.isArray(row)) return [];
    for (const [name, value] of Object.entries(row)) if (value === null) found.add(name);
  }
  return [...found].sort();
}
