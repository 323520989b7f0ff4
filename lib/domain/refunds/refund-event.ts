import type { Address, Bytes32 } from "@/lib/core/chain/hex";

/** A `PaymentRefunded` or `ChargeRefunded` log with what its emitting contract and its block say. */
export interface RefundEvent {
  readonly chainId: number;
  readonly deploymentId: string;
  /** The payment's id; of a charge its settlement key. */
  readonly paymentId: Bytes32;
  readonly chainMerchantId: bigint;
  /** Used once by each merchant. */
  readonly refundRef: Bytes32;
  readonly payer: Address;
  /** The merchant's account that paid. */
  readonly from: Address;
  readonly token: Address;
  /** Smallest unit of the token; `cumulative` is what had gone back of the payment, or of the charge's period, with it. */
  readonly amount: bigint;
  readonly cumulative: bigint;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly blockNumber: bigint;
  readonly blockTimestamp: Date;
}
