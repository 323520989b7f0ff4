import type { Machine } from "@/chaos/options";

/** A piece of a source file, and what stands there instead. */
export interface Edit {
  file: string;
  /** Occurs exactly once. */
  from: string;
  to: string;
}

/** A mistake that the harness has to notice. */
export interface Mutant {
  name: string;
  /** The part of the product that is under fire. */
  machine: Machine | "renewals";
  /** The invariants of which one, by name, has to fail: another one's failure shows nothing. */
  caughtBy: readonly string[];
  edits: readonly Edit[];
  /** Constraints that would make up for the mistake, taken away. */
  statements?: readonly string[];
}
