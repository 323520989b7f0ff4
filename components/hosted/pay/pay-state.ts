import type { WalletChoice } from "@/lib/client/wallet/provider";
import type { WalletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { PayStatus, SigningRequest, WalletCheck } from "@/lib/contract/payments/hosted-pay";

export type SignatureNumber = 1 | 2;

/** Why a signature did not come: the wallet's refusal, or the time ran out. */
export type SignProblem = WalletErrorKind;

/** What a connected wallet is doing. */
export type Task =
  | { name: "review" }
  | { name: "preparing" }
  | { name: "sign"; number: SignatureNumber }
  | { name: "sign_refused"; number: SignatureNumber; problem: SignProblem }
  | { name: "relay"; lost: boolean }
  | { name: "refused"; reason: string; waitSeconds: number | null; requestId: string | null };

/** The wallet's network: as it should be or not, being changed, or the refusal to change. */
export type NetworkSwitch = "idle" | "asking" | WalletErrorKind;

/**
 * Why a wallet cannot pay here: refused without a reason; its contract's signatures are not accepted; or
 * its contract is not on this network yet, so that nothing can check what it signs.
 */
export type Unusable = "blocked" | "cannot_sign" | "not_deployed";

export interface ConnectedState {
  name: "connected";
  wallet: WalletChoice;
  account: string;
  chainId: number;
  network: NetworkSwitch;
  check: WalletCheck | null;
  /** The wallet says that it is a contract (EIP-5792), where the network knows of none. */
  claimsContract: boolean;
  /** The last attempt to look at the wallet failed. */
  checkFailed: boolean;
  /** Why this wallet cannot pay here at all. */
  unusable: Unusable | null;
  /** What will be signed, once the server has worded it. */
  request: SigningRequest | null;
  task: Task;
}

export type Step =
  | { name: "choose" }
  | {
      name: "connect";
      wallet: WalletChoice;
      problem: WalletErrorKind | null;
      /** What a wallet outside the browser is paired by (a `wc:` URI), once there is one. */
      pairing: string | null;
    }
  | ConnectedState;

export interface PayState {
  status: PayStatus;
  /** When the status came, on `performance.now`: the server's clock goes on from there. */
  readAtMs: number;
  /** False while the server cannot be reached. */
  live: boolean;
  wallets: WalletChoice[];
  /** No further wallet is expected to announce itself. */
  settled: boolean;
  step: Step;
  /** The payer chose the page's chain, where there are several. */
  chainChosen: boolean;
  /** `submittedAt` of the failed attempt that the payer left behind. */
  leftBehind: string | null;
}

export type PayAction =
  | { type: "status"; status: PayStatus; readAtMs: number }
  | { type: "link"; live: boolean }
  | { type: "wallets"; wallets: WalletChoice[]; settled: boolean }
  | { type: "connect"; wallet: WalletChoice }
  | { type: "pairing"; uri: string }
  | { type: "connect_refused"; problem: WalletErrorKind }
  | { type: "connected"; account: string; chainId: number; name?: string | null }
  | { type: "ended" }
  | { type: "account"; account: string | null }
  | { type: "chain"; chainId: number }
  | { type: "network"; network: NetworkSwitch }
  | { type: "checked"; account: string; check: WalletCheck | null }
  | { type: "claims_contract"; account: string }
  | { type: "request"; account: string; request: SigningRequest | null }
  | { type: "task"; task: Task }
  | { type: "unusable"; why: Unusable }
  | { type: "chain_chosen"; chosen: boolean }
  | { type: "choose" }
  | { type: "pay_again" };

/** The page as it is opened. */
export function initialPayState(status: PayStatus, readAtMs: number): PayState {
  return {
    status,
    readAtMs,
    live: true,
    wallets: [],
    settled: false,
    step: { name: "choose" },
    chainChosen: false,
    leftBehind: null,
  };
}
