import { keccak256, stringToHex } from "viem/utils";
import type { Hex } from "./typed-data";

/** The reference on chain of a payment session or a plan: the keccak-256 of its id. */
export function refOf(id: string): Hex {
  return keccak256(stringToHex(id));
}
