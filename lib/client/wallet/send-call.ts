import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { connectWallet } from "./connect-wallet";
import type { WalletProvider } from "./provider";
import { switchNetwork } from "./switch-network";

/** A transaction that one account is to send; it carries no coin. */
export interface WalletCall {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  readonly from: string;
}

/** What keeps a wallet from doing what one account on one chain has to do. */
export class WalletMismatch extends Error {
  override readonly name = "WalletMismatch";

  constructor(
    readonly kind: "account" | "network" | "reverted" | "unseen",
    /** The account that the wallet shares. */
    readonly account: string,
  ) {
    super(`The wallet's ${kind} does not fit`);
  }
}

const LOOK_MS = 1_500;
const GIVE_UP_MS = 300_000;

/**
 * Asks the wallet for an account.
 * @throws WalletMismatch `account`: it shares another one
 * @throws the wallet's refusal; see `walletErrorKind`
 */
async function connectAs(
  provider: WalletProvider,
  wanted: string,
): Promise<{ account: string; chainId: number }> {
  const connected = await connectWallet(provider);
  if (connected.account.toLowerCase() === wanted.toLowerCase()) return connected;
  throw new WalletMismatch("account", connected.account);
}

/**
 * Has the wallet send a transaction (`eth_sendTransaction`) from the account and on the chain that it is for.
 * @returns the transaction's hash
 * @throws WalletMismatch `account` or `network`
 * @throws the wallet's refusal; see `walletErrorKind`
 */
export async function sendCall(
  provider: WalletProvider,
  { chainId, to, data, from }: WalletCall,
  network: PayNetwork,
): Promise<string> {
  const connected = await connectAs(provider, from);
  const { account } = connected;
  const isThere =
    connected.chainId === chainId || (await switchNetwork(provider, network)) === chainId;
  if (!isThere) throw new WalletMismatch("network", account);
  const params = [{ from: account, to, data, value: "0x0" }];
  const hash = await provider.request({ method: "eth_sendTransaction", params });
  if (typeof hash === "string" && /^0x[0-9a-fA-F]{64}$/.test(hash)) return hash;
  throw new Error("The wallet did not return a transaction");
}

/**
 * Waits until a block has a transaction.
 * @throws WalletMismatch `reverted`, or `unseen` when no block has it within five minutes
 */
export async function waitForReceipt(
  provider: WalletProvider,
  { from }: Pick<WalletCall, "from">,
  hash: string,
  { lookMs = LOOK_MS, giveUpMs = GIVE_UP_MS } = {},
): Promise<void> {
  const until = Date.now() + giveUpMs;
  while (Date.now() < until) {
    const receipt = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
    const status =
      typeof receipt === "object" && receipt !== null ? Reflect.get(receipt, "status") : null;
    if (status !== null && Number(status) === 1) return;
    if (status !== null) throw new WalletMismatch("reverted", from);
    await new Promise((resume) => setTimeout(resume, lookMs));
  }
  throw new WalletMismatch("unseen", from);
}
