import type { WalletChoice } from "@/lib/client/wallet/provider";
import type { PayStatus, WalletCheck } from "@/lib/contract/payments/hosted-pay";
import type { ConnectedState, PayAction, PayState, Step, Unusable } from "./pay-state";

/** Every change of the pay page. What the server says of the payment always goes before the wallet. */
export function reducePay(state: PayState, action: PayAction): PayState {
  switch (action.type) {
    case "status":
      return { ...state, ...afterStatus(state, action) };
    case "link":
      return state.live === action.live ? state : { ...state, live: action.live };
    case "wallets":
      return { ...state, wallets: action.wallets, settled: action.settled };
    case "chain_chosen":
      return { ...state, chainChosen: action.chosen };
    case "pay_again":
      return { ...state, step: backToWallet(state.step), leftBehind: state.status.submittedAt };
    default:
      return { ...state, step: reduceStep(state.step, action) };
  }
}

/** Streams, polls and answers overtake each other: the one that was read last holds. */
function afterStatus(
  state: PayState,
  { status, readAtMs }: Extract<PayAction, { type: "status" }>,
): Partial<PayState> {
  if (status.asOf <= state.status.asOf) return {};
  // Once the server has the payment, the wallet's part is over; a later attempt begins anew.
  const isOver = !isPayable(status, state.leftBehind);
  return { status, readAtMs, step: isOver ? backToWallet(state.step) : state.step };
}

/** Whether the payer may sign now: nothing was relayed, or only what is dead and left behind. */
export function isPayable({ status, submittedAt }: PayStatus, leftBehind: string | null): boolean {
  if (status === "failed") return submittedAt !== null && submittedAt === leftBehind;
  return status === "open";
}

function backToWallet(step: Step): Step {
  return step.name === "connected" ? { ...step, task: { name: "review" } } : { name: "choose" };
}

type StepAction = Exclude<
  PayAction,
  { type: "status" | "link" | "wallets" | "chain_chosen" | "pay_again" }
>;

function reduceStep(step: Step, action: StepAction): Step {
  switch (action.type) {
    case "choose":
      return isRelaying(step) ? step : { name: "choose" };
    case "connect":
      return { name: "connect", wallet: action.wallet, problem: null, pairing: null };
    case "pairing":
      return step.name === "connect" ? { ...step, pairing: action.uri } : step;
    case "connect_refused":
      return step.name === "connect" ? { ...step, problem: action.problem } : step;
    case "connected":
      return step.name === "connect" ? connected(named(step.wallet, action.name), action) : step;
    case "ended":
      return afterEnd(step);
    default:
      return step.name === "connected" ? reduceConnected(step, action) : step;
  }
}

function named(wallet: WalletChoice, name: string | null = null): WalletChoice {
  return name ? { ...wallet, name } : wallet;
}

/** The wallet ended the connection; what was signed before is on its way and goes on. */
function afterEnd(step: Step): Step {
  if (step.name !== "connected" || isRelaying(step)) return step;
  return { name: "connect", wallet: step.wallet, problem: "ended", pairing: null };
}

function connected(
  wallet: ConnectedState["wallet"],
  { account, chainId }: { account: string; chainId: number },
): ConnectedState {
  return {
    name: "connected",
    wallet,
    account,
    chainId,
    network: "idle",
    check: null,
    claimsContract: false,
    checkFailed: false,
    unusable: null,
    request: null,
    task: { name: "review" },
  };
}

type ConnectedAction = Exclude<
  StepAction,
  { type: "choose" | "connect" | "pairing" | "connect_refused" | "connected" | "ended" }
>;

function reduceConnected(step: ConnectedState, action: ConnectedAction): Step {
  switch (action.type) {
    case "account":
      return changeAccount(step, action.account);
    case "chain":
      return { ...step, chainId: action.chainId, network: "idle" };
    case "network":
      return { ...step, network: action.network };
    case "checked":
      return afterCheck(step, action);
    case "claims_contract":
      return action.account === step.account ? { ...step, claimsContract: true } : step;
    case "unusable":
      return { ...step, unusable: action.why, task: { name: "review" } };
    case "request":
      return action.account === step.account ? { ...step, request: action.request } : step;
    case "task":
      return { ...step, task: action.task };
  }
}

/**
 * While a payment is being sent, the step keeps the account that signed it and ignores the wallet's account changes. A wallet
 * that is asked for another network may share no account for a moment: WalletConnect tells the accounts of one network.
 */
function changeAccount(step: ConnectedState, account: string | null): Step {
  if (isRelaying(step)) return step;
  if (!account) return step.network === "asking" ? step : { name: "choose" };
  if (account.toLowerCase() === step.account.toLowerCase()) return step;
  return connected(step.wallet, { account, chainId: step.chainId });
}

function afterCheck(
  step: ConnectedState,
  { account, check }: Extract<PayAction, { type: "checked" }>,
): ConnectedState {
  if (account !== step.account) return step;
  if (!check) return { ...step, checkFailed: true };
  return {
    ...step,
    check,
    checkFailed: false,
    unusable: check.blocked ? "blocked" : stillUnusable(step.unusable, check),
  };
}

/** A wallet that has been deployed since can sign; what else was found stays so. */
function stillUnusable(why: Unusable | null, { code }: WalletCheck): Unusable | null {
  return why === "not_deployed" && code !== "none" ? null : why;
}

/** Whether signatures are out of the browser: until their fate is known no other wallet is offered. */
export function isRelaying(step: Step): boolean {
  return step.name === "connected" && step.task.name === "relay";
}
