import { type WalletErrorKind, walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { ProblemKey } from "./use-ask";

const words: Partial<Record<WalletErrorKind, ProblemKey>> = {
  rejected: "rejected",
  already_open: "alreadyOpen",
  unsupported: "unsupported",
};

/** What is said of a wallet that did not do what it was asked. */
export const wordOfWalletError = (error: unknown): ProblemKey =>
  words[walletErrorKind(error)] ?? "walletFailed";
