import type { Hex } from "@/lib/core/chain/hex";

const BYTES_ARRAY = 1001;

const hexPattern = /^0x(?:[0-9a-fA-F]{2})*$/;

/** No bytes: Postgres answers that the digit is invalid. An error that is thrown here would hang the driver. */
const REFUSED = "\\x?";

/**
 * `bytea`, read as lowercase hex with `0x`. Hex and Buffers are written. Anything else is refused by
 * Postgres, which would take other text for the bytes of its characters.
 */
export const bytesType = {
  to: 17,
  from: [17],
  serialize: (value: unknown): string => {
    if (value instanceof Uint8Array) {
      return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
    }
    const isHex = typeof value === "string" && hexPattern.test(value);
    return isHex ? `\\x${value.slice(2)}` : REFUSED;
  },
  parse: (text: string): Hex => `0x${text.slice(2)}`,
};

/** Oids of the array types whose elements are written as text in quotes, with how an element is read. */
const elements: Record<number, (text: string) => unknown> = {
  [BYTES_ARRAY]: bytesType.parse,
  1000: (text) => text === "t", // boolean[]
  1007: Number, // integer[]
  1009: String, // text[]
  1015: String, // varchar[]
  1016: BigInt, // bigint[]
  1022: Number, // double precision[]
  1185: (text) => new Date(text), // timestamptz[]
  1231: BigInt, // numeric[]
  2951: String, // uuid[]
};

/**
 * Adds one-dimensional arrays to a client's types. The client can ask the database for them instead,
 * but then a connection that is lost while it asks ends the process: nothing catches that error.
 */
export function withArrayTypes<Types extends object>(types: Types): Types {
  const arrays = Object.entries(elements).map(([oid, read]) => [
    `array${oid}`,
    {
      to: Number(oid),
      from: [Number(oid)],
      serialize: writeArray(Number(oid)),
      parse: readArray(read),
    },
  ]);
  return { ...Object.fromEntries(arrays), ...types };
}

function writeArray(oid: number): (value: unknown) => unknown {
  const write = oid === BYTES_ARRAY ? bytesType.serialize : textOf;
  return (value) =>
    Array.isArray(value) ? `{${value.map((each) => writeElement(each, write)).join(",")}}` : value;
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

function writeElement(value: unknown, write: (value: unknown) => string): string {
  if (value === null || value === undefined) return "null";
  const text = write(value);
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** An element in quotes with its escapes, or a bare one up to the next comma. */
const element = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs;

function readArray(read: (text: string) => unknown): (text: string) => unknown[] {
  return (text) =>
    [...text.matchAll(element)].map(([, quoted, bare]) => {
      if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, "$1"));
      return bare === "NULL" ? null : read(bare ?? "");
    });
}
