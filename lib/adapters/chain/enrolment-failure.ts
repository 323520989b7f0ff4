import { decodeErrorResult } from "viem";
import type { Hex } from "@/lib/core/hex";
import { subscriptionManagerAbi } from "./abi/subscription-manager";
import { paymentFailure } from "./revert-reason";

/** Why an enrolment did not go through. */
export type EnrolmentFailure =
  | "permit_nonce_stale"
  | "permit_too_low"
  | "signature_invalid"
  | "expired"
  | "already_subscribed"
  | "already_enrolled"
  | "too_many_subscriptions"
  | "insufficient_balance"
  | "address_blocked"
  | "token_paused"
  | "merchant_not_payable"
  | "token_unsupported"
  | "terms_invalid"
  | "out_of_gas"
  | "reverted";

const errors: Readonly<Record<string, EnrolmentFailure>> = {
  PermitNotCurrent: "permit_nonce_stale",
  AllowanceTooLow: "permit_too_low",
  InvalidIntent: "signature_invalid",
  IntentExpired: "expired",
  RefInUse: "already_subscribed",
  AlreadyEnrolled: "already_enrolled",
  TooManySubscriptions: "too_many_subscriptions",
  MerchantNotPayable: "merchant_not_payable",
  UnsupportedToken: "token_unsupported",
  InvalidTerms: "terms_invalid",
};

/** What is also a failure of a charge: the first one is part of the enrolment. */
const ofCharge = ["insufficient_balance", "address_blocked", "token_paused"] as const;

/** What the revert data of `subscribe` means. */
export function enrolmentFailure(data: Hex): EnrolmentFailure {
  if (data === "0x") return "out_of_gas";
  try {
    const { errorName }: { errorName: string } = decodeErrorResult({
      abi: subscriptionManagerAbi,
      data,
    });
    const known = errors[errorName];
    if (known) return known;
  } catch {
    return "reverted";
  }
  const cause = paymentFailure(data);
  return ofCharge.find((one) => one === cause) ?? "reverted";
}
