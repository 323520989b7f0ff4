import { deflateRawSync, inflateRawSync } from "node:zlib";
import { currentVersion, dictionaries } from "./dictionaries";

/** The first byte of what is stored as it is. */
const PLAIN = 0;
/**
 * A short text with most of itself in the dictionary gains nothing from a long search, and the memory
 * that is made ready for it is most of the work.
 */
const effort = { level: 1, windowBits: 12, memLevel: 4, chunkSize: 1_024 };
/** Longer than any text that is packed: what claims to be longer is no text of ours. */
const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Packs a text for a column that is read rarely: a version byte, then the text deflated (RFC 1951) with
 * that version's dictionary. Postgres compresses nothing in rows below 2 kB.
 * @param known what else is stored beside it, such as the ids that the text repeats: unpacking needs the same
 */
export function packText(text: string, known = ""): Buffer {
  const bytes = Buffer.from(text);
  const dictionary = dictionaryOf(currentVersion, known);
  const deflated = deflateRawSync(bytes, { ...effort, dictionary });
  return deflated.length < bytes.length
    ? Buffer.concat([Buffer.of(currentVersion), deflated])
    : Buffer.concat([Buffer.of(PLAIN), bytes]);
}

/**
 * The text that `packText` packed, in whatever version.
 * @throws Error when it was packed by a newer version of the app, or changed
 */
export function unpackText(packed: Uint8Array, known = ""): string {
  const version = packed[0];
  const content = packed.subarray(1);
  if (version === PLAIN) return Buffer.from(content).toString();
  const dictionary = dictionaryOf(version, known);
  return inflateRawSync(content, { dictionary, maxOutputLength: MAX_BYTES }).toString();
}

function dictionaryOf(version: number | undefined, known: string): Buffer {
  const dictionary = version === undefined ? undefined : dictionaries.get(version);
  if (!dictionary) throw new Error(`A packed text has the unknown version ${version}`);
  return known === "" ? dictionary : Buffer.concat([dictionary, Buffer.from(known)]);
}
