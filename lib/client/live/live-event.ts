/** That something became of an object: which, and no more. Whoever is told reads it anew. */
export interface LiveEvent {
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string };
}

/** How a page learns of what happens. */
export type LiveState =
  /** As it happens, by this page's stream or another's. */
  | "live"
  /** By asking again and again: no stream stands. */
  | "polling";
