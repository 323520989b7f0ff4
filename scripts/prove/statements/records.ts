import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where test runs write down the statements that they sent. */
export const recordsFolder = join(".vitest", "statements");

/** A line of a record: a statement as it was sent, or columns in which one was answered with null. */
export type RecordedLine = SentLine | NullLine;

interface SentLine {
  readonly key: string;
  /** Keys of the templates that were embedded as fragments. */
  readonly embedded: readonly string[];
  readonly text: string;
  /** Oids of the parameters. */
  readonly types: readonly number[];
}

interface NullLine {
  /** What was sent: one template may have texts over several tables. */
  readonly nullsOf: string;
  readonly nulls: readonly string[];
}

/** A text that was sent for a template, which has several when fragments differ. */
export type SentText = Pick<SentLine, "text" | "types" | "embedded">;

/** What the tests sent, by template. */
export interface Records {
  readonly testFiles: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, readonly SentText[]>;
  /** Columns, in camel case, in which a null was answered, by text. */
  readonly nulls: ReadonlyMap<string, ReadonlySet<string>>;
  /** Templates that were sent, or embedded in one that was. */
  readonly issued: ReadonlySet<string>;
}

/** Names a template by its constant strings: what its source and the running statement have in common. */
export function keyOf(strings: readonly string[]): string {
  return strings.join("…");
}

export function recordFileOf(testFile: string): string {
  return join(recordsFolder, `${testFile.replaceAll(/[\\/]/g, "+")}.jsonl`);
}

/** Reads the records of test files that still exist. */
export function readRecords(root: string): Records {
  const folder = join(root, recordsFolder);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const testFiles = new Set<string>();
  const texts = new Map<string, Map<string, SentText>>();
  const nulls = new Map<string, Set<string>>();
  const issued = new Set<string>();
  for (const name of names) {
    const testFile = name.replace(/\.jsonl$/, "").replaceAll("+", "/");
    if (!existsSync(join(root, testFile))) continue;
    testFiles.add(testFile);
    for (const line of readLines(join(folder, name))) {
      if ("nulls" in line) {
        nulls.set(line.nullsOf, new Set([...(nulls.get(line.nullsOf) ?? []), ...line.nulls]));
        continue;
      }
      for (const key of [line.key, ...line.embedded]) issued.add(key);
      const known = texts.get(line.key) ?? new Map<string, SentText>();
      texts.set(line.key, known.set(line.text, line));
    }
  }
  const sent = new Map([...texts].map(([key, known]) => [key, [...known.values()]]));
  return { testFiles, texts: sent, nulls, issued };
}

function readLines(path: string): RecordedLine[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordedLine);
}
