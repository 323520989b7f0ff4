import type { RegistryEvent } from "@/lib/adapters/chain/events/registry-events";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** A merchant's record in a registry. */
export interface RegistryRecordName {
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
}

/** An event of a registry with where it was met. */
export interface RegistryChange extends RegistryEvent {
  readonly chainId: number;
  readonly deploymentId: string;
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly txHash: Bytes32;
  /** How many logs of the registry come before it in its transaction. */
  readonly place: number;
}
