/** One line of the product changed so that a rule is gone, and the test that must fail then. */
export interface LineMutant {
  /** What is removed, as a sentence: "lists do not filter by mode". */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** The test file that fails with it; of a contract (`.t.sol`) forge runs it, of anything else vitest. */
  readonly test: string;
  /** A part of the test's name, where the file is long: only what matches is run. Of a contract a regular expression. */
  readonly match?: string;
}
