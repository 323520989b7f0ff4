import { checksumAddress, refOf } from "@/lib/core/hex";

/**
 * Values that a text is made of and no dictionary can know, as bytes: hashes, addresses, ids and instants.
 * A mark stands in their place. JSON writes control characters escaped, so that no mark is in a text.
 */
interface Kind {
  readonly mark: string;
  readonly bytes: number;
  /** Of what a pattern found; null when it would not come back as it is. */
  read(value: string): Buffer | null;
  write(bytes: Buffer): string;
}

const hash: Kind = {
  mark: "\u0001",
  bytes: 32,
  read: (value) => (isLower(value) ? Buffer.from(value.slice(2), "hex") : null),
  write: (bytes) => `0x${bytes.toString("hex")}`,
};
const address: Kind = {
  mark: "\u0002",
  bytes: 20,
  read: (value) => (checksumAddress(value) === value ? Buffer.from(value.slice(2), "hex") : null),
  write: (bytes) => checksumAddress(`0x${bytes.toString("hex")}`),
};
/** An id's 24 random characters, of six bits each; its prefix stays in the text. */
const id: Kind = {
  mark: "\u0003",
  bytes: 18,
  read: (value) => Buffer.from(value.slice(-24), "base64"),
  write: (bytes) => bytes.toString("base64"),
};
/** To the millisecond, in UTC. */
const instant: Kind = {
  mark: "\u0004",
  bytes: 6,
  read: (value) => {
    const time = Date.parse(value);
    // The epoch stands for an instant that is not known yet: the dictionary has it.
    if (!(time > 0) || new Date(time).toISOString() !== value) return null;
    const bytes = Buffer.allocUnsafe(6);
    bytes.writeUIntBE(time, 0, 6);
    return bytes;
  },
  write: (bytes) => new Date(bytes.readUIntBE(0, 6)).toISOString(),
};
/** The hash of the first value, which a session's id and ref are. */
const REF = "\u0005";
/** The mark of the first value, should it come again; the others follow. */
const AGAIN = 0x10;
const SEEN_VALUES = 16;
const MAX_BYTES = 255;

const kinds = new Map([hash, address, id, instant].map((kind) => [kind.mark, kind]));
const pattern =
  /0x[0-9a-fA-F]{40}(?:[0-9a-f]{24})?(?![0-9a-zA-Z])|\b[a-z]{2,4}_[0-9A-Za-z]{24}(?![0-9a-zA-Z])|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const anyMark = "[\u0001-\u0005\u0010-\u001f]";
const marks = new RegExp(anyMark);
const allMarks = new RegExp(anyMark, "g");

const isLower = (value: string) => value === value.toLowerCase();

function kindOf(value: string): Kind {
  if (value.length === 66) return hash;
  if (value.startsWith("0x")) return address;
  return value.includes("_") ? id : instant;
}

/** What was met so far, in the order in which it was met. */
class Seen {
  readonly #values: string[];
  #ref: string | undefined;

  constructor(known: readonly string[]) {
    this.#values = [...known];
  }

  add(value: string): void {
    this.#values.push(value);
  }

  at(index: number): string | undefined {
    return this.#values[index];
  }

  /** The mark of a value that was met; null for a new one. */
  markOf(value: string): string | null {
    const index = this.#values.indexOf(value);
    if (index >= 0 && index < SEEN_VALUES) return String.fromCharCode(AGAIN + index);
    return value.length === 66 && value === this.ref() ? REF : null;
  }

  ref(): string | undefined {
    const [first] = this.#values;
    if (first !== undefined) this.#ref ??= refOf(first);
    return this.#ref;
  }
}

/** A text with marks, and the values that they stand for. */
export interface Marked {
  readonly text: string;
  readonly values: Buffer;
}

/**
 * Puts marks in the place of a text's values.
 * @param known values that are stored elsewhere: they take no room
 * @returns null for a text that has marks of its own
 */
export function takeValues(text: string, known: readonly string[]): Marked | null {
  if (marks.test(text)) return null;
  const seen = new Seen(known);
  const values: Buffer[] = [];
  let room = MAX_BYTES;
  const marked = text.replace(pattern, (value) => {
    const mark = seen.markOf(value);
    if (mark !== null) return mark;
    const kind = kindOf(value);
    const bytes = kind.bytes <= room ? kind.read(value) : null;
    if (!bytes) return value;
    room -= kind.bytes;
    values.push(bytes);
    seen.add(value);
    return kind === id ? value.slice(0, -24) + kind.mark : kind.mark;
  });
  return { text: marked, values: Buffer.concat(values) };
}

/** Puts the values back in the place of their marks. */
export function putValues({ text, values }: Marked, known: readonly string[]): string {
  const seen = new Seen(known);
  let from = 0;
  return text.replace(allMarks, (mark, at: number) => {
    if (mark === REF) return seen.ref() ?? "";
    const kind = kinds.get(mark);
    if (!kind) return seen.at(mark.charCodeAt(0) - AGAIN) ?? "";
    const value = kind.write(values.subarray(from, from + kind.bytes));
    from += kind.bytes;
    seen.add(kind === id ? prefixBefore(text, at) + value : value);
    return value;
  });
}

/** Of an id whose random characters begin at `at`. */
function prefixBefore(text: string, at: number): string {
  return /[a-z]{2,4}_$/.exec(text.slice(Math.max(0, at - 5), at))?.[0] ?? "";
}
