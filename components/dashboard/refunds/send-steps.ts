import { problemOf } from "@/components/account/problem-of";
import type { StepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type { RefundSending, SenderCheck } from "@/lib/contract/refunds/refund-sender";
import { toDecimal } from "@/lib/core/amounts/money";
import type { Refund } from "./refund-state";
import type { SendAction } from "./send-reducer";
import {
  goToNetwork,
  openSender,
  type Sender,
  sendStep,
  WalletTrouble,
  waitUntilApproved,
} from "./send-transaction";
import { approvalHash, openTransfer } from "./sent-hash";

export type Instructions = NonNullable<Refund["instructions"]>;

/** A refund with what its sending needs. */
export interface Order {
  readonly refund: Pick<Refund, "id" | "currency">;
  readonly instructions: Instructions;
  readonly network: RefundSending["network"];
  check(account: string): Promise<Answer<SenderCheck>>;
  tell(action: SendAction): void;
}

/** The wallet holds too little to send the refund. */
export class ShortOfMoney extends WalletTrouble {
  constructor(
    message: string,
    readonly account: string,
  ) {
    super(message, true);
  }
}

/**
 * Has the wallet send the refund's steps, after it was read what the wallet holds. An approval that is there already, or
 * on its way, is not asked for again.
 * @returns the last step's hash
 * @throws WalletTrouble
 */
export async function sendSteps(wallet: StepWallet, order: Order): Promise<string> {
  const { instructions, network, tell } = order;
  const { account, chainId } = await openSender(wallet, instructions);
  const found = await checkSender(order, account);
  if (chainId !== network.chainId) await goToNetwork(wallet, network);
  const sender = { account, network };
  for (const [at, step] of instructions.steps.entries()) {
    tell({ type: "sign", at });
    if (step.kind !== "approve") return await sendLast(wallet, sender, { order, step });
    if (!found.isApproved) await approve(wallet, sender, { order, step, at });
  }
  throw new WalletTrouble("Nothing is left to send. Reload the page.", true);
}

type Step = Instructions["steps"][number];

/** @throws ShortOfMoney, WalletTrouble */
async function checkSender(order: Order, account: string): Promise<SenderCheck> {
  const answer = await order.check(account);
  if (!answer.ok) throw new WalletTrouble(wordRefusal(answer.reason), true);
  const { balance, missing, missingGas } = answer.value;
  const { currency } = order.refund;
  if (missing !== "0") {
    const [held, lack] = [toDecimal(BigInt(balance)), toDecimal(BigInt(missing))];
    const text = `This wallet holds ${held} ${currency}, which is ${lack} short.`;
    throw new ShortOfMoney(text, account);
  }
  if (missingGas !== "0") {
    const { symbol, decimals } = order.network.nativeCurrency;
    const lack = toDecimal(BigInt(missingGas), decimals);
    const text = `This wallet can't pay the network fee: it needs about ${lack} ${symbol} more.`;
    throw new WalletTrouble(text, true);
  }
  return answer.value;
}

function wordRefusal(reason: string): string {
  switch (reason) {
    case "refund_ended":
      return "Nothing is left to send: the refund was sent or cancelled elsewhere. Reload the page.";
    case "signed_out":
      return "You're signed out. Sign in again.";
    case "rate_limited":
      return "Too many attempts. Wait a minute, then try again.";
    case "version":
      return "This page has been updated. Reload it.";
    case "offline":
      return problemOf(null).text;
    default:
      return "The network isn't responding. Try again in a moment.";
  }
}

/** Asks for an approval, or waits for the one that an earlier try sent. */
async function approve(
  wallet: StepWallet,
  sender: Sender,
  { order, step, at }: { order: Order; step: Step; at: number },
): Promise<void> {
  const { refund, tell } = order;
  const hash = approvalHash.read(refund.id) ?? (await sendStep(wallet, sender, step));
  approvalHash.keep(refund.id, hash);
  tell({ type: "mine", at });
  try {
    await waitUntilApproved(wallet.provider, hash, async () => {
      const answer = await order.check(sender.account);
      return answer.ok && answer.value.isApproved;
    });
  } finally {
    approvalHash.forget(refund.id);
  }
}

const UNREMEMBERED =
  "This browser blocks the page's storage, which keeps a refund from being sent twice. Allow it, or use another browser.";

/**
 * Asks for the step that moves the money. The contract takes each refund once; a plain transfer it does not know, so
 * that one whose outcome is unclear is remembered.
 */
async function sendLast(
  wallet: StepWallet,
  sender: Sender,
  { order, step }: { order: Order; step: Step },
): Promise<string> {
  const { id } = order.refund;
  if (step.kind === "transfer" && !openTransfer.keep(id, sender.account)) {
    throw new WalletTrouble(UNREMEMBERED, true);
  }
  try {
    return await sendStep(wallet, sender, step);
  } catch (error) {
    if (error instanceof WalletTrouble && error.isUnsent) openTransfer.forget(id);
    throw error;
  }
}
