const MAX_KEYS = 50;
const MAX_TEXT = 500;
/** Of all values that are not texts, as JSON. */
const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 8;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** Why an object's metadata is more than is kept, to be read after its name; null when it is not. */
export function metadataExcess(metadata: Readonly<Record<string, unknown>>): string | null {
  const values = Object.values(metadata);
  const others = values.filter((value) => typeof value !== "string");
  if (values.length > MAX_KEYS) return `must have at most ${MAX_KEYS} keys`;
  if (values.some((value) => typeof value === "string" && [...value].length > MAX_TEXT)) {
    return `must have texts of at most ${MAX_TEXT} characters`;
  }
  if (others.some((value) => isDeeperThan(MAX_DEPTH, value))) {
    return `must have values that nest at most ${MAX_DEPTH} levels`;
  }
  if (others.length > 0 && Buffer.byteLength(JSON.stringify(others)) > MAX_BYTES) {
    return `must have values of at most ${MAX_BYTES / 1024} kB that are not texts`;
  }
  return null;
}
