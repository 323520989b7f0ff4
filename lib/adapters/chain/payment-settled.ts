import type { Address, Bytes32 } from "@/lib/core/hex";

/** What a payment processor says of a settlement; amounts in the token's smallest unit. */
export interface PaymentSettled {
  /** The digest of what the payer agreed to (EIP-712). */
  readonly paymentId: Bytes32;
  /** The merchant's id in the registry of the processor. */
  readonly merchantId: bigint;
  readonly ref: Bytes32;
  readonly payer: Address;
  readonly token: Address;
  readonly payout: Address;
  readonly amount: bigint;
  /** Part of `amount` that the merchant did not get. */
  readonly fee: bigint;
}
