import { keccak256 } from "viem/utils";
import type { Hex } from "./typed-data";

/**
 * The idempotency key of a signed request: it follows from the signatures. Sent again, they are the same request;
 * another payer's, or those of a later signing, are another one.
 * @param prefix what is signed for, e.g. `pay-ps_…`
 */
export function relayKey(prefix: string, signatures: readonly Hex[]): string {
  const bytes = signatures.map((signature) => signature.slice(2)).join("");
  return `${prefix}-${keccak256(`0x${bytes}`).slice(2)}`;
}
