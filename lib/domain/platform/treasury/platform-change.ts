import type { PlatformEvent } from "@/lib/adapters/chain/events/platform-events";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** An event about a contract's fees or roles, with where it was met. */
export interface PlatformChange extends PlatformEvent {
  readonly chainId: number;
  readonly deploymentId: string;
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly txHash: Bytes32;
  /** How many logs of the contract come before it in its transaction. */
  readonly place: number;
}
