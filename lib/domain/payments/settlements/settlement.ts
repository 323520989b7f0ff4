import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";

/** A `PaymentSettled` log with what its emitting contract and its block say. */
export interface Settlement {
  /** The digest of what the payer agreed to (EIP-712): the same in every block that may include it. */
  readonly paymentId: Bytes32;
  readonly deploymentId: string;
  /** Of the emitting contract. */
  readonly mode: Mode;
  readonly chainId: number;
  readonly chainMerchantId: bigint;
  readonly ref: Bytes32;
  readonly payer: Address;
  readonly token: Address;
  readonly currency: Currency;
  readonly payout: Address;
  /** Smallest unit of the token; `fee` is part of it. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockTimestamp: Date;
}

/** What tells settlements apart: a payment id may be settled in several deployments. */
export const settlementName = ({
  deploymentId,
  paymentId,
}: {
  readonly deploymentId: string;
  readonly paymentId: Bytes32 | null;
}) => `${deploymentId} ${paymentId}`;
