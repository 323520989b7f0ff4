import { deflateRawSync, inflateRawSync } from "node:zlib";
import { currentVersion, dictionaries } from "./dictionaries";
import { putValues, takeValues } from "./values";

/** The first byte of what is stored as it is. */
const PLAIN = 0;
/** Up to this version values stay in the text, and what is known is the dictionary's end. */
const UNMARKED = 1;
/** Up to this version the first two of what is known were all. */
const TWO_KNOWN = 2;
/**
 * A short text with most of itself in the dictionary gains nothing from a long search, and the memory
 * that is made ready for it is most of the work.
 */
const effort = { level: 3, windowBits: 12, memLevel: 4, chunkSize: 1_024 };
/** Longer than any text that is packed: what claims to be longer is no text of ours. */
const MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Packs a text for a column that is read rarely: a version byte, the length of the text's values and the
 * values, then the text without them, deflated (RFC 1951) with that version's dictionary. Postgres
 * compresses nothing in rows below 2 kB.
 * @param known what is stored elsewhere, such as ids that the text repeats: unpacking needs the same, in the same places
 */
export function packText(text: string, known: readonly string[] = []): Buffer {
  const marked = takeValues(text, known);
  const bytes = Buffer.from(text);
  if (marked) {
    const dictionary = dictionaryOf(currentVersion);
    const deflated = deflateRawSync(Buffer.from(marked.text), { ...effort, dictionary });
    const head = Buffer.of(currentVersion, marked.values.length);
    const packed = Buffer.concat([head, marked.values, deflated]);
    if (packed.length <= bytes.length) return packed;
  }
  return Buffer.concat([Buffer.of(PLAIN), bytes]);
}

/**
 * The text that `packText` packed, in whatever version.
 * @throws Error when it was packed by a newer version of the app, or changed
 */
export function unpackText(packed: Buffer, known: readonly string[] = []): string {
  const [version = -1] = packed;
  const content = packed.subarray(1);
  if (version === PLAIN) return content.toString();
  const dictionary = dictionaryOf(version);
  const given = version <= TWO_KNOWN ? known.slice(0, 2) : known;
  if (version === UNMARKED) {
    return inflate(content, Buffer.concat([dictionary, Buffer.from(given.join(""))]));
  }
  const [length = 0] = content;
  const text = inflate(content.subarray(1 + length), dictionary);
  return putValues({ text, values: content.subarray(1, 1 + length) }, given);
}

function inflate(deflated: Buffer, dictionary: Buffer): string {
  return inflateRawSync(deflated, { dictionary, maxOutputLength: MAX_BYTES }).toString();
}

function dictionaryOf(version: number): Buffer {
  const dictionary = dictionaries.get(version);
  if (!dictionary) throw new Error(`A packed text has the unknown version ${version}`);
  return dictionary;
}
