import type { Screen } from "@/components/hosted/pay/screen-of";
import type { BatchCall } from "@/lib/client/wallet/wallet-batch";
import type { WalletErrorKind } from "@/lib/client/wallet/wallet-error";
import type {
  MandateRequest,
  Standing,
  SubscribePage,
  SubscriberCheck,
} from "@/lib/contract/subscriptions/hosted-subscribe";

/**
 * What the wallet was asked to send by itself, as one (EIP-5792). `asked`: it is open; `sent`: it says that it sends it;
 * `unsure`: nothing is known of it; `declined`; `failed`: nothing of it was or will be executed; `partly`: some of it was.
 */
export interface Batch {
  phase: "asked" | "sent" | "unsure" | "declined" | "failed" | "partly";
  /** By which the wallet knows it. */
  id: string;
  /** The subscription's id on the chain. */
  onchainId: string;
  /** Empty after the page was loaded again. */
  calls: readonly BatchCall[];
  /** Why the wallet did not take it. */
  problem: WalletErrorKind | null;
  txHash: string | null;
}

/** What the page of a plan knows beside the wallet's steps. */
export interface SubscribeState {
  /** Whose check and standing these are. */
  account: string | null;
  check: SubscriberCheck | null;
  standing: Standing | null;
  /** What is being signed, or was last. */
  request: MandateRequest | null;
  batch: Batch | null;
  /** The wallet could not do it as one, though it had said so. */
  noBatch: boolean;
  /** An enrolment was on its way on this page: how it ends is told. */
  enrolling: boolean;
  /** `submittedAt` of the failed enrolment that the payer left behind. */
  leftBehind: string | null;
  /** The payer goes on to sign for the time after the current subscription. */
  renewing: boolean;
}

export type SubscribeAction =
  | { type: "checked"; account: string; check: SubscriberCheck }
  /** `sent`: it answers what was relayed from here. */
  | { type: "standing"; account: string; standing: Standing; sent?: true }
  | { type: "request"; request: MandateRequest | null }
  | { type: "batch"; account: string; batch: Batch | null }
  | { type: "no_batch"; account: string }
  | { type: "try_again" }
  | { type: "renew" };

export const initialSubscribeState: SubscribeState = {
  account: null,
  check: null,
  standing: null,
  request: null,
  batch: null,
  noBatch: false,
  enrolling: false,
  leftBehind: null,
  renewing: false,
};

/** Every change of what the page knows. Of two standings of an account the one that was read last holds. */
export function reduceSubscribe(state: SubscribeState, action: SubscribeAction): SubscribeState {
  switch (action.type) {
    case "checked": {
      const { account, check } = action;
      const known = state.account === account ? state : { ...initialSubscribeState, account };
      return withStanding({ ...known, check }, check.standing);
    }
    case "standing": {
      const { account, standing, sent } = action;
      if (account !== state.account) return state;
      // An earlier answer was lost: it has begun already, with its first charge.
      const isBegun = sent && standing.name === "live";
      return withStanding(
        isBegun ? { ...state, enrolling: true, renewing: false } : state,
        standing,
      );
    }
    case "request":
      return { ...state, request: action.request };
    case "batch":
      return action.account === state.account ? { ...state, batch: action.batch } : state;
    case "no_batch":
      return action.account === state.account ? { ...state, batch: null, noBatch: true } : state;
    case "try_again":
      return { ...state, leftBehind: state.standing?.submittedAt ?? null, enrolling: false };
    case "renew":
      return { ...state, renewing: true };
  }
}

function withStanding(state: SubscribeState, standing: Standing): SubscribeState {
  if (state.standing && standing.asOf <= state.standing.asOf) return state;
  // The one that a batch creates is there, or follows the one that was.
  const isThere =
    standing.name === "live" && (!state.renewing || standing.subscription?.follows === true);
  const isSent = state.batch !== null && isThere;
  const isNew = standing.name === "creating" || isSent;
  return {
    ...state,
    standing,
    batch: isSent ? null : state.batch,
    enrolling: state.enrolling || isNew,
    renewing: isNew ? false : state.renewing,
  };
}

/** Screens of the page's own, beside those of the wallet. */
export type SubscribeScreen =
  | "archived"
  | "closed"
  | "batch_asked"
  | "batch_sent"
  | "batch_over"
  | "sending"
  | "creating"
  | "failed"
  | "enrolled"
  | "subscribed";

/** Those of a connected wallet. */
export type WalletSideScreen = Exclude<SubscribeScreen, "archived" | "closed">;

const beforeWallet = new Set<Screen>([
  "looking",
  "choose",
  "no_wallet",
  "connecting",
  "connect_refused",
]);

/**
 * What the page shows of its own; null where the wallet's screen is to be shown.
 * @param wallet the screen of the wallet's steps
 */
export function subscribeScreenOf(
  page: Pick<SubscribePage, "active" | "merchant">,
  { standing, batch, enrolling, leftBehind, renewing }: SubscribeState,
  wallet: Screen,
): SubscribeScreen | null {
  if (wallet === "relaying") return "sending";
  const isKnown = standing !== null && !beforeWallet.has(wallet) && wallet !== "checking";
  if (isKnown && standing.name === "creating") return "creating";
  if (isKnown && standing.name === "live" && !renewing)
    return enrolling ? "enrolled" : "subscribed";
  if (isKnown && batch) return screenOfBatch(batch);
  if (!page.active) return "archived";
  if (!page.merchant.open) return "closed";
  const isFailed = isKnown && standing.name === "failed" && standing.submittedAt !== leftBehind;
  return isFailed ? "failed" : null;
}

function screenOfBatch({ phase }: Batch): SubscribeScreen {
  if (phase === "asked") return "batch_asked";
  return phase === "sent" || phase === "unsure" ? "batch_sent" : "batch_over";
}

/** Whether a subscription was sent or has begun here, so that its account is followed without its wallet as well. */
export function isFollowed({ standing, batch, enrolling }: SubscribeState): boolean {
  if (standing?.name === "creating" || (standing?.name === "live" && enrolling)) return true;
  return batch !== null && screenOfBatch(batch) !== "batch_over";
}

/** Whether a wallet's first charge comes at another time than the page says before it knows the wallet. */
export const isChargedApart = (
  { trialDays }: Pick<SubscribePage, "trialDays">,
  check: SubscriberCheck | null,
): boolean => check !== null && (check.follows || (check.dueNow === "0") !== trialDays > 0);

/** Which of the pay page's screens takes the same room. Two that follow each other are like different ones: focus moves then. */
export const likeOf: Record<SubscribeScreen, Screen> = {
  archived: "unavailable",
  closed: "unavailable",
  batch_asked: "relaying",
  batch_sent: "review",
  batch_over: "failed",
  sending: "relaying",
  creating: "submitted",
  failed: "failed",
  enrolled: "confirmed",
  subscribed: "seen",
};
