import { bytesType } from "./bytes-type";

const BYTES_ARRAY = 1001;

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
