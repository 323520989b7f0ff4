/** An object has changed. The event only names the object; the receiver reads it again. */
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
