import { packText, unpackText } from "@/lib/adapters/packing/pack-text";
import { type SealingKeys, sealBytes, unseal, unsealBytes } from "@/lib/adapters/sealing/seal";
import { bytesOf, type Hex } from "@/lib/core/hex";

/** The columns of an answer that is kept for repetition. */
export interface StoredAnswer {
  requestHash: Hex;
  status: number;
  /** Packed and sealed; null where an older version stored the answer. */
  packedAnswer: Hex | null;
  /** Sealed, as an older version stored it. */
  answer: string | null;
}

/** An answer stands in the row of its scope, and opens nowhere else. */
const placeOf = (scope: Buffer) => ({ purpose: "idempotency", boundTo: scope.toString("hex") });

/** A body as it is stored: sealed, since it tells of customers. */
export function packAnswer(keys: SealingKeys, scope: Buffer, body: string): Buffer {
  return sealBytes(keys, placeOf(scope), packText(body));
}

/** The body that was stored, byte for byte. */
export function unpackAnswer(
  keys: SealingKeys,
  scope: Buffer,
  { packedAnswer, answer }: StoredAnswer,
): string {
  const place = placeOf(scope);
  return packedAnswer
    ? unpackText(unsealBytes(keys, place, bytesOf(packedAnswer)))
    : unseal(keys, place.purpose, place.boundTo, answer ?? "");
}
