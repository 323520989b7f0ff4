import { decodeErrorResult } from "viem";
import { isHex } from "viem/utils";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import type { Hex } from "@/lib/core/chain/hex";
import { RpcError } from "./rpc";

/** Why a settlement did not go through. */
export type PaymentFailure =
  | "nonce_used"
  | "expired"
  | "not_yet_valid"
  | "signature_invalid"
  | "insufficient_balance"
  | "address_blocked"
  | "token_paused"
  | "merchant_not_payable"
  | "token_unsupported"
  | "amount_zero"
  | "out_of_gas"
  | "reverted";

/** The texts of Circle's FiatToken 2.2, of its library for signatures, and of Arc's native token. */
const texts: readonly (readonly [RegExp, PaymentFailure])[] = [
  [/authorization is used or canceled/, "nonce_used"],
  [/authorization is expired/, "expired"],
  [/authorization is not yet valid/, "not_yet_valid"],
  [/invalid signature|^ECRecover: /, "signature_invalid"],
  [/amount exceeds balance/, "insufficient_balance"],
  [/account is blacklisted|Blocked address/i, "address_blocked"],
  [/Pausable: paused/, "token_paused"],
];

const errors: Readonly<Record<string, PaymentFailure>> = {
  InvalidIntent: "signature_invalid",
  MerchantNotPayable: "merchant_not_payable",
  UnsupportedToken: "token_unsupported",
  ZeroAmount: "amount_zero",
  InsufficientGas: "out_of_gas",
};

/** What the revert data of a settlement, or of one of its items, means. */
export function paymentFailure(data: Hex): PaymentFailure {
  if (data === "0x") return "out_of_gas";
  try {
    // viem adds Solidity's own `Error(string)` and `Panic(uint256)` to the contract's errors.
    const { errorName, args }: { errorName: string; args: readonly unknown[] | undefined } =
      decodeErrorResult({ abi: paymentProcessorAbi, data });
    if (errorName !== "Error") return errors[errorName] ?? "reverted";
    const text = String(args?.[0]);
    return texts.find(([pattern]) => pattern.test(text))?.[1] ?? "reverted";
  } catch {
    return "reverted";
  }
}

/**
 * The revert data of a call that the contract refused, or null when the error says something about the
 * node instead: a limit, a missing block, an internal error.
 */
export function revertData(error: unknown): Hex | null {
  if (!(error instanceof RpcError)) return null;
  const data = hexIn(error.data);
  const reverted = error.code === 3 || /\brevert|out of ?gas|invalid opcode/i.test(error.message);
  return reverted ? (data ?? "0x") : null;
}

/** Nodes put the data into `data`, or one or two levels below it. */
function hexIn(value: unknown): Hex | null {
  if (isHex(value)) return value;
  if (typeof value !== "object" || value === null) return null;
  const { data, originalError } = value as { data?: unknown; originalError?: unknown };
  return hexIn(data) ?? hexIn(originalError);
}

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

const enrolmentErrors: Readonly<Record<string, EnrolmentFailure>> = {
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
    const known = enrolmentErrors[errorName];
    if (known) return known;
  } catch {
    return "reverted";
  }
  const cause = paymentFailure(data);
  return ofCharge.find((one) => one === cause) ?? "reverted";
}
