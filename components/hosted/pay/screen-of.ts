import { isPayable } from "./pay-reducer";
import type { ConnectedState, PayState } from "./pay-state";

/** Screens of a connected wallet. */
export type WalletScreen =
  | "pay_on"
  | "wrong_network"
  | "checking"
  | "blocked"
  | "cannot_sign"
  | "not_deployed"
  | "insufficient"
  | "confirm"
  | "sign_1"
  | "sign_2"
  | "sign_refused"
  | "refused";

/** Screens of a page that looks for a wallet: they are there at once. */
export type FirstScreen = "looking" | "choose";

/** Screens until a wallet is connected. */
export type ConnectScreen = "no_wallet" | "connecting" | "connect_refused";

/** Screens of a payment on its way, or over. */
export type OutcomeScreen =
  | "relaying"
  | "submitted"
  | "seen"
  | "confirmed"
  | "refunded"
  | "failed"
  | "review"
  | "returned"
  | "expired"
  | "cancelled"
  | "unavailable";

/** What the pay page shows; each one has its heading, and focus goes there when it changes. */
export type Screen = FirstScreen | ConnectScreen | WalletScreen | OutcomeScreen;

/** What a wallet must match. */
export interface Terms {
  chainId: number;
  /** Digits in the token's smallest unit. */
  amount: string;
  /** The payer may choose another chain. */
  hasChoice?: boolean;
}

/** The screen of a state: the payment's status first, then how far the wallet is. */
export function screenOf(state: PayState, terms: Terms): Screen {
  const { status } = state.status;
  if (status === "open" || isPayable(state.status, state.leftBehind)) {
    return walletScreen(state, terms);
  }
  return status;
}

function walletScreen({ step, wallets, settled, chainChosen }: PayState, terms: Terms): Screen {
  if (step.name === "connect") return step.problem ? "connect_refused" : "connecting";
  if (step.name === "connected") {
    return connectedScreen(step, { ...terms, hasChoice: !!terms.hasChoice && !chainChosen });
  }
  if (wallets.length > 0) return "choose";
  return settled ? "no_wallet" : "looking";
}

function connectedScreen(step: ConnectedState, terms: Terms): Screen {
  const { task, check } = step;
  if (task.name === "relay") return "relaying";
  if (task.name === "refused") return "refused";
  if (step.unusable) return step.unusable;
  if (terms.hasChoice && task.name === "review") return "pay_on";
  if (step.chainId !== terms.chainId) return "wrong_network";
  if (task.name === "sign") return task.number === 1 ? "sign_1" : "sign_2";
  if (task.name === "sign_refused") return "sign_refused";
  if (!check) return "checking";
  if (BigInt(check.balance) < BigInt(terms.amount)) return "insufficient";
  return "confirm";
}

const paidOrOver = new Set<Screen>([
  "relaying",
  "submitted",
  "seen",
  "confirmed",
  "refunded",
  "failed",
  "review",
  "returned",
  "expired",
  "cancelled",
  "unavailable",
]);

const spacious = new Set<Screen>([
  "looking",
  "choose",
  "no_wallet",
  "expired",
  "cancelled",
  "unavailable",
]);

/** Whether a phone's screen is needed for what is to be done or told now, rather than for the summary. */
export function isCompact(screen: Screen): boolean {
  return !spacious.has(screen);
}

/** Whether the payer may still leave without having paid. */
export function isUnpaid(screen: Screen): boolean {
  return !paidOrOver.has(screen);
}
