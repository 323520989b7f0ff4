import { createConnector } from "wagmi";
import { connectWallet, readChainId } from "@/lib/client/wallet/connect-wallet";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import { WalletMismatch } from "@/lib/client/wallet/send-call";
import { switchNetwork } from "@/lib/client/wallet/switch-network";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { addressPattern, lowerHex } from "@/lib/core/chain/hex";

const UNSUPPORTED = -32601;

/** How each wallet is listened to no more: the dialog that connects it takes over from the one before. */
const listening = new WeakMap<WalletProvider, () => void>();

/**
 * A wagmi connector around an EIP-1193 provider: a wallet of this browser or outside it, or the local chain's test
 * wallet. Connecting asks for the account, and never for the chain: a dialog reads the wallet's balances before it does.
 */
export function walletConnector(wallet: OfferedWallet, network: PayNetwork) {
  const { id, name, icon, provider } = wallet;
  const own = sendingOnce(provider);
  return createConnector<WalletProvider>(({ chains, emitter }) => {
    const onAccountsChanged = (accounts: string[]) => {
      const [first, ...others] = readAccounts(accounts);
      if (first) emitter.emit("change", { accounts: [first, ...others] });
      else emitter.emit("disconnect");
    };
    const onChainChanged = (chainId: string) =>
      emitter.emit("change", { chainId: Number(chainId) });
    const onDisconnect = () => emitter.emit("disconnect");
    const accountsOf = async () => readAccounts(await own.request({ method: "eth_accounts" }));
    const stop = () => {
      provider.removeListener?.("accountsChanged", onListed);
      provider.removeListener?.("chainChanged", onMoved);
      provider.removeListener?.("disconnect", onDisconnect);
    };
    const onListed = (payload: unknown) => onAccountsChanged(Array.isArray(payload) ? payload : []);
    const onMoved = (payload: unknown) => onChainChanged(String(payload));
    return {
      ...{ id, name, type: "eip1193", ...(icon ? { icon } : {}) },
      async connect<WithCapabilities extends boolean = false>({ isReconnecting = false } = {}) {
        const found = isReconnecting ? null : await connectWallet(own);
        const accounts = found ? [lowerHex(found.account)] : await accountsOf();
        listening.get(provider)?.();
        listening.set(provider, stop);
        provider.on?.("accountsChanged", onListed);
        provider.on?.("chainChanged", onMoved);
        provider.on?.("disconnect", onDisconnect);
        const chainId = found?.chainId ?? (await readChainId(own));
        return { accounts: accounts as unknown as Accounts<WithCapabilities>, chainId };
      },
      async disconnect() {
        stop();
        await wallet.endSession?.();
      },
      getAccounts: accountsOf,
      getChainId: () => readChainId(own),
      getProvider: async () => own,
      isAuthorized: async () => (await accountsOf()).length > 0,
      async switchChain({ chainId }) {
        const chain = chains.find((one) => one.id === chainId);
        const reached = chain && (await switchNetwork(own, network));
        if (reached !== undefined) emitter.emit("change", { chainId: reached });
        if (chain && reached === chainId) return chain;
        const [account = ""] = await accountsOf();
        throw new WalletMismatch("network", account);
      },
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    };
  });
}

/** The dialogs ask for no account's capabilities, which wagmi's type allows for. */
type Accounts<WithCapabilities extends boolean> = WithCapabilities extends true
  ? readonly { address: `0x${string}`; capabilities: Record<string, unknown> }[]
  : readonly `0x${string}`[];

/**
 * viem asks again by `wallet_sendTransaction` where a wallet has refused `eth_sendTransaction` with certain codes. A
 * transaction is asked for once.
 */
function sendingOnce(provider: WalletProvider): WalletProvider {
  return {
    async request(args) {
      if (args.method !== "wallet_sendTransaction") return provider.request(args);
      throw Object.assign(new Error(`${args.method} is not asked for`), { code: UNSUPPORTED });
    },
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: (event, listener) => provider.removeListener?.(event, listener),
  };
}

function readAccounts(accounts: unknown): `0x${string}`[] {
  if (!Array.isArray(accounts)) return [];
  return accounts.filter((one) => addressPattern.test(String(one))).map(lowerHex);
}
