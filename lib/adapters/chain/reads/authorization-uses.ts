import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { LogFilter } from "./log-filter";

const topics = (["AuthorizationUsed", "AuthorizationCanceled"] as const).map(
  (name): Bytes32 => toEventSelector(getAbiItem({ abi: fiatTokenAbi, name })),
);

/** The log by which a token says that an authorization is spent, used or cancelled (EIP-3009): there is one at most. */
export function spendingFilter({
  token,
  payer,
  nonce,
}: {
  readonly token: Address;
  readonly payer: Address;
  readonly nonce: Bytes32;
}): LogFilter {
  return { addresses: [token], topics, indexed: [`0x${payer.slice(2).padStart(64, "0")}`, nonce] };
}
