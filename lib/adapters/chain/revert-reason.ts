import { decodeErrorResult } from "viem";
import { isHex } from "viem/utils";
import type { Hex } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
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
