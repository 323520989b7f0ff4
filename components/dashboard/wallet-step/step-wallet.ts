import { BaseError, ChainMismatchError, UserRejectedRequestError } from "viem";
import { type Config, type Connector, ConnectorAccountNotFoundError } from "wagmi";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import { type WalletCall, WalletMismatch } from "@/lib/client/wallet/send-call";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { bytes32Pattern, lowerHex } from "@/lib/core/chain/hex";

/** A transaction that a wallet is asked to send; `value` in wei. */
export interface StepCall {
  readonly chainId: number;
  readonly from: string;
  readonly to: string;
  readonly data: string;
  readonly value: bigint;
}

/** A wallet as the steps of a dialog use it. What it refuses is thrown as the wallet threw it; see `walletErrorKind`. */
export interface StepWallet {
  readonly provider: WalletProvider;
  /** Asks for an account, and reads which chain the wallet is on. */
  connect(): Promise<{ account: string; chainId: number }>;
  /**
   * Has the wallet go to the network, adding it where the wallet does not know it.
   * @throws WalletMismatch `network`: it stayed where it was
   */
  switchTo(network: PayNetwork): Promise<void>;
  /**
   * Has the wallet send a transaction, if it still has the account and is still on the chain.
   * @returns the transaction's hash
   * @throws WalletMismatch `account` or `network`: nothing was asked for
   */
  send(call: StepCall): Promise<string>;
}

/** The parts of wagmi that steps use: hooks on pages, actions in tests. */
export interface WalletActions {
  connect(input: { connector: Connector }): Promise<{
    accounts: readonly unknown[];
    chainId: number;
  }>;
  switchChain(input: { connector: Connector; chainId: number }): Promise<unknown>;
  sendTransaction(input: {
    connector: Connector;
    account: `0x${string}`;
    chainId: number;
    to: `0x${string}`;
    data: `0x${string}`;
    value: bigint;
  }): Promise<unknown>;
}

/** A connector's wallet for the steps of a dialog. */
export async function stepWallet(
  config: Config,
  connector: Connector,
  actions: WalletActions,
): Promise<StepWallet> {
  const provider = (await connector.getProvider()) as WalletProvider;
  return {
    provider,
    async connect() {
      const { accounts, chainId } = await plainly(openAnew(config, connector, actions));
      const [account] = accounts;
      if (typeof account === "string") return { account, chainId };
      throw unshared();
    },
    async switchTo({ chainId }) {
      await plainly(actions.switchChain({ connector, chainId }));
    },
    async send({ chainId, from, to, data, value }) {
      const account = lowerHex(from);
      const request = { chainId, account, to: lowerHex(to), data: lowerHex(data), value };
      const sending = actions.sendTransaction({ connector, ...request });
      const hash = await plainly(sending, connector);
      if (typeof hash === "string" && bytes32Pattern.test(hash)) return hash;
      throw new Error("The wallet did not return a transaction");
    },
  };
}

/**
 * Asks the wallet for an account.
 * @returns the chain that the wallet is on
 * @throws WalletMismatch `account`: it shares another one
 */
export async function connectAs(wallet: StepWallet, wanted: string): Promise<number> {
  const { account, chainId } = await wallet.connect();
  if (account.toLowerCase() === wanted.toLowerCase()) return chainId;
  throw new WalletMismatch("account", account);
}

/**
 * Has the wallet send a call from the account and on the chain that it is for.
 * @returns the transaction's hash
 * @throws WalletMismatch `account` or `network`
 */
export async function sendFrom(
  wallet: StepWallet,
  call: WalletCall,
  network: PayNetwork,
): Promise<string> {
  if ((await connectAs(wallet, call.from)) !== call.chainId) await wallet.switchTo(network);
  return wallet.send({ ...call, value: 0n });
}

/** wagmi connects once. A wallet that is connected is asked again, since its owner may have changed the account. */
async function openAnew(config: Config, connector: Connector, { connect }: WalletActions) {
  if (config.state.current !== connector.uid) return connect({ connector });
  const opened = await connector.connect();
  connector.emitter.emit("change", { accounts: opened.accounts, chainId: opened.chainId });
  return opened;
}

/** Throws what the wallet threw instead of what viem says of it, and a mismatch for what wagmi has refused itself. */
async function plainly<T>(work: Promise<T>, connector?: Connector): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const root = rootOf(error);
    const isAccount = root instanceof ConnectorAccountNotFoundError;
    if (!connector || !(isAccount || root instanceof ChainMismatchError)) throw root;
    const [account] = await connector.getAccounts().catch(() => []);
    throw account ? new WalletMismatch(isAccount ? "account" : "network", account) : unshared();
  }
}

/** As a wallet says that it shares no account (EIP-1193). */
const unshared = () =>
  Object.assign(new Error("The wallet hasn't shared an account"), { code: 4100 });

/** The innermost error of viem's layers, which is the wallet's own; a refusal as soon as a layer says that it is one. */
function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof BaseError && !(root instanceof UserRejectedRequestError)) {
    if (root.cause === undefined || root.cause === null) break;
    root = root.cause;
  }
  return root;
}
