import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import solc from "solc";
import { projectRoot, sha256 } from "./sources";

const folder = join(projectRoot, "contracts/cache/solc");

/**
 * What the npm compiler answers to an input, kept by compiler and input: for tests, which compile the same
 * sources more than once in a run.
 */
export function compileOnce(input: string): string {
  const file = join(folder, `${sha256(`${solc.version()}\n${input}`)}.json`);
  try {
    return readFileSync(file, "utf8");
  } catch {
    const answer: string = solc.compile(input);
    mkdirSync(folder, { recursive: true });
    // Whole or not at all, also when the process dies or two compile the same.
    writeFileSync(`${file}.${process.pid}`, answer);
    renameSync(`${file}.${process.pid}`, file);
    return answer;
  }
}
