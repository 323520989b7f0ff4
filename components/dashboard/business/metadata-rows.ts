/** A key of the metadata as it is edited. */
export interface MetadataRow {
  readonly id: number;
  readonly key: string;
  /** A text as it is, another value as JSON. */
  readonly text: string;
}

type Metadata = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

export const rowsOf = (metadata: Metadata): MetadataRow[] =>
  Object.entries(metadata).map(([key, value], id) => ({ id, key, text: textOf(value) }));

/** What is wrong with a row's key: it is empty, or another row has the same one. */
export function keyFault(rows: readonly MetadataRow[], { id, key }: MetadataRow): string | false {
  const name = key.trim();
  if (name === "") return "Enter a key, or remove this row.";
  const isTaken = rows.some((other) => other.id !== id && other.key.trim() === name);
  return isTaken && "Another row has this key. Enter a different one, or remove a row.";
}

/**
 * What is to be sent so that the metadata becomes what the rows say: a key that is gone is null; a value that is no text
 * keeps its kind until its text is changed. Null where nothing differs.
 */
export function metadataChange(
  kept: Metadata,
  rows: readonly MetadataRow[],
): Record<string, unknown> | null {
  const given = new Map(rows.map(({ key, text }) => [key.trim(), text]));
  const change: Record<string, unknown> = {};
  for (const key of Object.keys(kept)) if (!given.has(key)) change[key] = null;
  for (const [key, text] of given) {
    const isSame = Object.hasOwn(kept, key) && textOf(kept[key]) === text;
    if (!isSame) change[key] = text;
  }
  return Object.keys(change).length > 0 ? change : null;
}
