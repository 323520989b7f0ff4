import { type Abi, decodeErrorResult } from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { type PaymentFailure, paymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Hex } from "@/lib/core/chain/hex";
import type { RefundObstacle } from "@/lib/core/refund-authorization-states";

const abi: Abi = [...refundManagerAbi, ...chargeRefundManagerAbi];

const errors: Readonly<Record<string, RefundObstacle>> = {
  NotMerchant: "sender_not_merchant",
  InvalidIntent: "proof_refused",
  NotSettled: "proof_refused",
  NotEnrolled: "proof_refused",
  NotCharged: "proof_refused",
  RefundExceedsPayment: "exceeds_refundable",
  RefundExceedsCharges: "exceeds_refundable",
  RefundRefUsed: "already_refunded",
};

const ofToken: Partial<Record<PaymentFailure, RefundObstacle>> = {
  nonce_used: "authorization_used",
  expired: "authorization_expired",
  signature_invalid: "signature_refused",
  insufficient_balance: "insufficient_balance",
  address_blocked: "address_blocked",
  token_paused: "token_paused",
};

/** What the revert data of a simulated refund by authorization means. Gas is used up by the code of wallets alone. */
export function refundObstacle(data: Hex, senderHasCode: boolean): RefundObstacle {
  const known = errors[nameOf(data)];
  if (known) return known;
  const failure = paymentFailure(data);
  if (failure === "out_of_gas") return senderHasCode ? "signature_refused" : "proof_refused";
  return ofToken[failure] ?? "reverted";
}

function nameOf(data: Hex): string {
  try {
    return decodeErrorResult({ abi, data }).errorName;
  } catch {
    return "";
  }
}
