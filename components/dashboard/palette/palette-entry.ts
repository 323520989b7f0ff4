/** Something that the palette offers: a page, something to do, or an object. */
export interface PaletteEntry {
  /** Unique among all of them. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** More that tells it from others, and that it is found by. */
  readonly detail?: string;
  /** Found for what was typed before: Enter, which is pressed for what is typed now, does not choose it. */
  readonly isEarlier?: boolean;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  /** Where it leads to; else `run` does it. */
  readonly href?: string;
  run?(): void;
}
