import type { StepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import { WalletMismatch } from "@/lib/client/wallet/send-call";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { Refund } from "./refund-state";

type Instructions = NonNullable<Refund["instructions"]>;
export type SendStep = Instructions["steps"][number];

type Kind = ReturnType<typeof walletErrorKind>;

/** Why the wallet did not send, in words for its owner. */
export class WalletTrouble extends Error {
  override readonly name = "WalletTrouble";

  constructor(
    message: string,
    /** The wallet has certainly sent nothing. */
    readonly isUnsent = false,
  ) {
    super(message);
  }
}

const words: Record<Kind, string> = {
  rejected: "You declined in the wallet. Nothing was sent.",
  unauthorized: "The wallet doesn't share this account with the page. Connect it in the wallet.",
  unsupported: "This wallet can't send transactions. Use another one.",
  disconnected: "The wallet isn't connected to the network. Check it, then try again.",
  unknown_chain: "The wallet doesn't know this network. Add it in the wallet, then try again.",
  already_open: "A request is already open in the wallet. Open the wallet and answer it.",
  expired: "The wallet didn't answer in time. Check its activity before you try again.",
  ended: "The wallet ended the connection. Check its activity before you try again.",
  signed_on_chain: "The wallet returned no signature.",
  unknown: "The wallet didn't confirm. Check your wallet's activity before you try again.",
};

const unsent: readonly Kind[] = ["rejected", "unauthorized", "unsupported"];

async function asked<T>(work: Promise<T>, network?: PayNetwork): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WalletMismatch)
      throw new WalletTrouble(wordMismatch(error, network), true);
    const kind = walletErrorKind(error);
    throw new WalletTrouble(words[kind], unsent.includes(kind));
  }
}

function wordMismatch({ kind, account }: WalletMismatch, network?: PayNetwork): string {
  if (kind === "account")
    return `The wallet has changed to ${account}. Nothing was sent. Try again.`;
  return `Choose ${network?.label ?? "the refund's network"} in the wallet, then try again.`;
}

/**
 * Opens the wallet with one of the accounts that may send the refund.
 * @returns the account, and the chain that the wallet is on
 * @throws WalletTrouble
 */
export async function openSender(
  wallet: StepWallet,
  { senders }: Pick<Instructions, "senders">,
): Promise<{ account: string; chainId: number }> {
  const opened = await asked(wallet.connect());
  if (senders.some((one) => one.toLowerCase() === opened.account.toLowerCase())) return opened;
  throw new WalletTrouble(
    `The wallet is open with ${opened.account}. Choose ${senders.join(" or ")} in it.`,
  );
}

/**
 * Has the wallet go to the refund's network, adding it where the wallet does not know it.
 * @throws WalletTrouble
 */
export async function goToNetwork(wallet: StepWallet, network: PayNetwork): Promise<void> {
  await asked(wallet.switchTo(network), network);
}

/** The account that sends, and the chain on which it does. */
export interface Sender {
  readonly account: string;
  readonly network: PayNetwork;
}

/**
 * Has the wallet send one step. The wallet shows what it is, and may refuse.
 * @returns the transaction's hash
 * @throws WalletTrouble
 */
export async function sendStep(
  wallet: StepWallet,
  sender: Sender,
  { to, data, value }: SendStep,
): Promise<string> {
  const { account: from, network } = sender;
  const call = { chainId: network.chainId, from, to, data, value: BigInt(value) };
  return asked(wallet.send(call), network);
}

/**
 * Has the wallet sign the message with which a refund is sent for it.
 * @throws WalletTrouble
 */
export async function signMessage(
  { provider }: StepWallet,
  { account, network }: Sender,
  { typedData }: Pick<Instructions["authorizations"][number], "typedData">,
): Promise<string> {
  const params = [account, JSON.stringify(typedData)];
  const signed = await asked(provider.request({ method: "eth_signTypedData_v4", params }), network);
  if (typeof signed === "string") return signed;
  throw new WalletTrouble("The wallet returned no signature.", true);
}

const LOOK_MS = 1_500;
/** Such a step is looked for again at the next try. */
const LONGEST_MS = 180_000;

/**
 * Waits until an approval is mined, also under another hash, as after a speed-up.
 * @param isApproved reads whether the contract may take the amount
 * @throws WalletTrouble when it failed on the chain, or is not mined within three minutes
 */
export async function waitUntilApproved(
  provider: WalletProvider,
  hash: string,
  isApproved: () => Promise<boolean>,
): Promise<void> {
  const method = "eth_getTransactionReceipt";
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const receipt = await asked(readable(provider.request({ method, params: [hash] })));
    const status = statusOf(receipt);
    if (status === "0x1") return;
    if (status !== null) throw new WalletTrouble("The approval failed on-chain. Try again.");
    if (await isApproved()) return;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  throw new WalletTrouble(
    "The approval isn't confirmed yet. Check your wallet's activity, then try again.",
  );
}

/** Null from a wallet that reads no receipts: the server is asked of the approval anyway. */
async function readable(receipt: Promise<unknown>): Promise<unknown> {
  try {
    return await receipt;
  } catch (error) {
    if (error instanceof WalletMismatch && error.kind === "unseen") return null;
    throw error;
  }
}

function statusOf(receipt: unknown): string | null {
  if (typeof receipt !== "object" || receipt === null) return null;
  return "status" in receipt ? String(receipt.status) : null;
}
