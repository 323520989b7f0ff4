export interface SessionRequest {
  readonly test: string;
  readonly match?: string | undefined;
  /** What is another text than at the run before, by its path in the project. */
  readonly changed: readonly string[];
}

export interface SessionAnswer {
  readonly failed: number;
  readonly passed: number;
  readonly causes: readonly string[];
}
