/** Why a merchant refunds. */
export const refundReasons = [
  "customer_request",
  "product_issue",
  "duplicate_charge",
  "fraudulent",
  "other",
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** What began it: the merchant by the API, the chain, which alone knew it, or a charge that came too late. */
export const refundOrigins = ["api", "chain", "late_charge"] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

/** How the money goes back: through the refunds contract, or by a plain transfer of the token. */
export const refundMethods = ["contract", "transfer"] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** Why the transaction that was recorded for a refund does not complete it. */
export const refundFailures = [
  "transaction_reverted",
  "no_transfer",
  "sender_mismatch",
  "amount_mismatch",
  "before_creation",
  "transfer_used",
  "other_refund",
  "ref_used",
] as const;
export type RefundFailure = (typeof refundFailures)[number];
