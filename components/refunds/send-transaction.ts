import { connectWallet, readChainId } from "@/lib/client/wallet/connect-wallet";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { Refund } from "./refund-state";

type Instructions = NonNullable<Refund["instructions"]>;
export type SendStep = Instructions["steps"][number];

/** Why the wallet did not send, in words for whoever holds it. */
export class WalletTrouble extends Error {
  override readonly name = "WalletTrouble";
}

const words: Record<ReturnType<typeof walletErrorKind>, string> = {
  rejected: "You declined in the wallet. Nothing was sent.",
  unauthorized: "The wallet does not share this account with the page. Connect it in the wallet.",
  unsupported: "This wallet cannot send transactions. Use another one.",
  disconnected: "The wallet reaches no chain. Check it, then try again.",
  unknown_chain: "The wallet does not know this chain. Add it in the wallet, then try again.",
  already_open: "A request waits in the wallet already. Open the wallet and answer it.",
  unknown: "The wallet did not send it. Nothing is known to have been sent; look into the wallet.",
};

async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof WalletTrouble ? error : new WalletTrouble(words[walletErrorKind(error)]);
  }
}

/**
 * Opens the wallet on the refund's chain, with one of the accounts that may send it.
 * @returns the account
 * @throws WalletTrouble
 */
export async function openSender(
  provider: WalletProvider,
  { chainId, senders }: Pick<Instructions, "chainId" | "senders">,
): Promise<string> {
  const { account, chainId: current } = await asked(connectWallet(provider));
  if (!senders.some((one) => one.toLowerCase() === account.toLowerCase())) {
    throw new WalletTrouble(
      `The wallet is open with ${account}. Choose ${senders.join(" or ")} in it.`,
    );
  }
  if (current !== chainId) await asked(switchTo(provider, chainId));
  return account;
}

async function switchTo(provider: WalletProvider, chainId: number): Promise<void> {
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  await provider.request({ method: "wallet_switchEthereumChain", params });
  if ((await readChainId(provider)) !== chainId) {
    throw new WalletTrouble(`Choose the chain ${chainId} in the wallet, then try again.`);
  }
}

/**
 * Has the wallet send one step. The wallet shows what it is, and may refuse.
 * @returns the transaction's hash
 * @throws WalletTrouble
 */
export async function sendStep(
  provider: WalletProvider,
  account: string,
  { to, data, value }: SendStep,
): Promise<string> {
  const call = { from: account, to, data, value: `0x${BigInt(value).toString(16)}` };
  const hash = await asked(provider.request({ method: "eth_sendTransaction", params: [call] }));
  if (typeof hash === "string" && /^0x[0-9a-fA-F]{64}$/.test(hash)) return hash;
  throw new WalletTrouble("The wallet gave no transaction’s hash. Look into the wallet.");
}

const LOOK_MS = 1_500;
/** A step that takes longer is looked for again when somebody asks. */
const LONGEST_MS = 180_000;

/**
 * Waits until a step is mined.
 * @throws WalletTrouble when it failed on the chain, or is not mined within three minutes
 */
export async function waitUntilMined(provider: WalletProvider, hash: string): Promise<void> {
  const method = "eth_getTransactionReceipt";
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const receipt = await asked(provider.request({ method, params: [hash] }));
    const status = statusOf(receipt);
    if (status === "0x1") return;
    if (status !== null) throw new WalletTrouble("The step failed on the chain. Start again.");
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  throw new WalletTrouble("The step is not mined yet. Look into the wallet, then try again.");
}

function statusOf(receipt: unknown): string | null {
  if (typeof receipt !== "object" || receipt === null) return null;
  return "status" in receipt ? String(receipt.status) : null;
}
