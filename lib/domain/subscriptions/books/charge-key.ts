import { concat, keccak256, numberToHex } from "viem/utils";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { ChargeEvent } from "./subscription-event";

/** The settlement key of a charge: the contract makes each of a period once. */
export function chargeKey({
  onchainId,
  period,
  number,
}: Pick<ChargeEvent, "onchainId" | "period" | "number">): Bytes32 {
  return keccak256(
    concat([onchainId, numberToHex(period, { size: 32 }), numberToHex(number, { size: 32 })]),
  );
}
