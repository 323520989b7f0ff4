import type { Hex } from "@/lib/core/hex";

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
