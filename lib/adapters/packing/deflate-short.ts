/*
 * Raw deflate (RFC 1951) of short texts that have most of themselves in a dictionary, as one block with
 * the fixed codes. zlib makes a stream ready for each text and reads the dictionary anew, which is most of
 * its work; here a dictionary is read once. Any inflate reads what comes out.
 */

/** A shorter match takes as much room as its letters. */
const MIN_MATCH = 4;
/** The longest that needs no code of its own. */
const MAX_MATCH = 257;
/** How many earlier places in the dictionary are tried for the longest match. */
const MAX_TRIES = 8;
/** Dictionary and text together, in bytes; what is longer is for zlib. */
const MAX_WINDOW = 8_192;
const HASH_BITS = 12;
const END_OF_BLOCK = 256;

/** The first value and the extra bits of each code, from runs of codes with as many extra bits (3.2.5). */
function codes(first: number, runs: readonly (readonly [bits: number, count: number])[]) {
  const extra = runs.flatMap(([bits, count]) => new Array<number>(count).fill(bits));
  let next = first;
  const base = extra.map((bits) => {
    const from = next;
    next += 2 ** bits;
    return from;
  });
  const codeOf = new Uint8Array(Math.min(next, MAX_WINDOW + 1));
  for (const [code, from] of base.entries()) codeOf.fill(code, from);
  return { base, extra, codeOf };
}

const steps = Array.from({ length: 12 }, (_, at) => [at + 1, 2] as const);
const lengths = codes(3, [[0, 8], ...[1, 2, 3, 4, 5].map((bits) => [bits, 4] as const)]);
const distances = codes(1, [[0, 4], ...steps]);

/** Huffman codes are sent from their first bit (3.1.1). */
function reversed(code: number, bits: number): number {
  let result = 0;
  for (let at = 0; at < bits; at += 1) result |= ((code >> at) & 1) << (bits - 1 - at);
  return result;
}

/** The fixed code of each literal and length, and how many bits it has (3.2.6). */
const fixed = Array.from({ length: 288 }, (_, symbol) => {
  if (symbol < 144) return { code: reversed(0x30 + symbol, 8), bits: 8 };
  if (symbol < 256) return { code: reversed(0x190 + symbol - 144, 9), bits: 9 };
  if (symbol < 280) return { code: reversed(symbol - 256, 7), bits: 7 };
  return { code: reversed(0xc0 + symbol - 280, 8), bits: 8 };
});
const fixedCodes = Uint16Array.from(fixed, ({ code }) => code);
const fixedBits = Uint8Array.from(fixed, ({ bits }) => bits);
const distanceCodes = Uint8Array.from(distances.base, (_, code) => reversed(code, 5));

/** The last place of each hash, and before each place the one before: 0 is none, else a place and 1. */
interface Places {
  readonly last: Int32Array;
  readonly before: Int32Array;
}

const emptyPlaces = (): Places => ({
  last: new Int32Array(1 << HASH_BITS),
  before: new Int32Array(MAX_WINDOW),
});

function hashAt(window: Uint8Array, at: number): number {
  const four =
    (window[at] ?? 0) |
    ((window[at + 1] ?? 0) << 8) |
    ((window[at + 2] ?? 0) << 16) |
    ((window[at + 3] ?? 0) << 24);
  return Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
}

function add({ last, before }: Places, window: Uint8Array, at: number): void {
  const hash = hashAt(window, at);
  before[at] = last[hash] ?? 0;
  last[hash] = at + 1;
}

/** Bits of the block, the first in a byte's lowest place (3.1.1). */
class Bits {
  readonly bytes = Buffer.alloc(2 * MAX_WINDOW);
  length = 0;
  #held = 0;
  #count = 0;

  put(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.bytes[this.length] = this.#held & 0xff;
      this.length += 1;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  symbol(symbol: number): void {
    this.put(fixedCodes[symbol] ?? 0, fixedBits[symbol] ?? 0);
  }

  match(length: number, distance: number): void {
    const code = lengths.codeOf[length] ?? 0;
    this.symbol(257 + code);
    this.put(length - (lengths.base[code] ?? 0), lengths.extra[code] ?? 0);
    const far = distances.codeOf[distance] ?? 0;
    this.put(distanceCodes[far] ?? 0, 5);
    this.put(distance - (distances.base[far] ?? 0), distances.extra[far] ?? 0);
  }

  /** A copy of what was put, filled up to a whole byte; then it is empty again. */
  take(): Buffer {
    if (this.#count > 0) this.put(0, 8 - this.#count);
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}

/**
 * Makes the deflater of a dictionary.
 * @returns deflates `text`, which follows `known` and the dictionary; null when they do not fit in 8 kB
 */
export function shortDeflater(
  dictionary: Uint8Array,
): (text: string, known: string) => Buffer | null {
  const window = Buffer.alloc(MAX_WINDOW);
  window.set(dictionary);
  const inDictionary = emptyPlaces();
  for (let at = 0; at + MIN_MATCH <= dictionary.length; at += 1) add(inDictionary, window, at);
  const recent = emptyPlaces();
  const bits = new Bits();

  return (text, known) => {
    // UTF-8 has at most three bytes for each unit of UTF-16.
    if (dictionary.length + 3 * (known.length + text.length) > MAX_WINDOW) return null;
    const from = dictionary.length + window.write(known, dictionary.length);
    const end = from + window.write(text, from);
    recent.last.fill(0);
    for (let at = dictionary.length; at + MIN_MATCH <= from; at += 1) add(recent, window, at);
    bits.put(1, 1); // The last block,
    bits.put(1, 2); // with the fixed codes.
    for (let at = from; at < end; ) {
      const { length, place } = longest(at, end);
      if (length === 0) bits.symbol(window[at] ?? 0);
      else bits.match(length, at - place);
      const next = at + Math.max(1, length);
      for (; at < next; at += 1) if (at + MIN_MATCH <= end) add(recent, window, at);
    }
    bits.symbol(END_OF_BLOCK);
    return bits.take();
  };

  function longest(at: number, end: number): { length: number; place: number } {
    const best = { length: 0, place: 0 };
    if (at + MIN_MATCH > end) return best;
    const hash = hashAt(window, at);
    const most = Math.min(MAX_MATCH, end - at);
    for (const { last, before } of [recent, inDictionary]) {
      let place = last[hash] ?? 0;
      for (let tries = 0; place > 0 && tries < MAX_TRIES; tries += 1) {
        let length = 0;
        while (length < most && window[place - 1 + length] === window[at + length]) length += 1;
        if (length >= MIN_MATCH && length > best.length) {
          best.length = length;
          best.place = place - 1;
        }
        place = before[place - 1] ?? 0;
      }
    }
    return best;
  }
}
