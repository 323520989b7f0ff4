import { deflateRawSync, inflateRawSync } from "node:zlib";
import { bytesOf, type Hex, hexOf } from "@/lib/core/hex";

/** How packed bytes begin. No transaction begins so: its first byte is a type from 1 on, or a list's. */
const PACKED = 0;
/** Longer than any block: what claims to be longer is no transaction. */
const MAX_BYTES = 64 * 1_024 * 1_024;

/**
 * Packs a signed transaction (EIP-2718), whose call is padded with zeros by a third. Postgres would compress
 * it, were it worth a fourth.
 */
export function packBytes(raw: Hex): Buffer {
  const bytes = bytesOf(raw);
  const deflated = deflateRawSync(bytes);
  return deflated.length < bytes.length ? Buffer.concat([Buffer.of(PACKED), deflated]) : bytes;
}

/** The transaction that was packed, or stored as it is by an older version. */
export function unpackBytes(packed: Hex): Hex {
  const bytes = bytesOf(packed);
  if (bytes[0] !== PACKED) return packed;
  return hexOf(inflateRawSync(bytes.subarray(1), { maxOutputLength: MAX_BYTES }));
}
