import { type SealingKeys, sealBytes, unsealBytes } from "@/lib/adapters/sealing/seal";
import { bytesOf, type Hex } from "@/lib/core/chain/hex";

/** The columns of an answer that is kept for repetition. */
export interface StoredAnswer {
  requestHash: Hex;
  status: number;
  answer: Hex;
}

/** An answer stands in the row of its scope, and opens nowhere else. */
const placeOf = (scope: Buffer) => ({ purpose: "idempotency", boundTo: scope.toString("hex") });

/** A body as it is stored: sealed, since it tells of customers. */
export const sealAnswer = (keys: SealingKeys, scope: Buffer, body: string): Buffer =>
  sealBytes(keys, placeOf(scope), Buffer.from(body));

/** The body that was stored, byte for byte. */
export const openAnswer = (keys: SealingKeys, scope: Buffer, { answer }: StoredAnswer): string =>
  unsealBytes(keys, placeOf(scope), bytesOf(answer)).toString();
