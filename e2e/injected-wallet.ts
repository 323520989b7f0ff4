import type { Page } from "@playwright/test";
import { createWalletClient, http, publicActions } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** How a wallet shows itself: it announces itself (EIP-6963), or is `window.ethereum` as of old. */
export type WalletKind = "announced" | "legacy";

type Handler = (params: readonly unknown[]) => unknown;

/** A refusal as wallets throw it (EIP-1193). */
export class WalletRefusal extends Error {
  constructor(
    readonly code: number,
    message = "refused",
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** A wallet that a test brings: its key is in the test, the page sees an EIP-1193 provider. */
export interface InjectedWallet {
  account: PrivateKeyAccount;
  /** What the page asked for, in order. */
  calls: string[];
  /** Answers a method differently from now on; undefined restores it. */
  answer(method: string, handler: Handler | undefined): void;
  /** Moves the wallet to another chain, as its user would. */
  moveTo(chainId: number): Promise<void>;
  /** Tells the page of another account, or of none. */
  changeAccount(account: PrivateKeyAccount | null): Promise<void>;
}

export interface InjectedWalletOptions {
  kind?: WalletKind;
  name?: string;
  /** The name by which it announces itself (EIP-6963). */
  rdns?: string;
  chainId: number;
  /** The chain's node: with it the wallet sends transactions. */
  rpcUrl?: string;
  privateKey?: `0x${string}`;
  /** A `data:` URL. */
  icon?: string;
}

const coin =
  "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><rect width='40' height='40' rx='10' fill='%23f6851b'/><circle cx='20' cy='20' r='9' fill='white'/></svg>";

/** Injects a wallet into every page that `page` opens from now on. */
export async function injectWallet(
  page: Page,
  options: InjectedWalletOptions,
): Promise<InjectedWallet> {
  let account = privateKeyToAccount(options.privateKey ?? generatePrivateKey());
  let { chainId } = options;
  const calls: string[] = [];
  const answers = new Map<string, Handler>();
  const emit = (event: string, payload: unknown) =>
    page.evaluate(([name, value]) => window.emitWalletEvent?.(name, value), [
      event,
      payload,
    ] as const);
  const standard: Record<string, Handler> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => `0x${chainId.toString(16)}`,
    wallet_switchEthereumChain: ([target]) => {
      chainId = Number((target as { chainId: string }).chainId);
      return null;
    },
    eth_signTypedData_v4: ([, json]) => account.signTypedData(JSON.parse(String(json))),
    personal_sign: ([message]) =>
      account.signMessage({ message: { raw: message as `0x${string}` } }),
    ...(options.rpcUrl ? sending(options.rpcUrl, () => account) : {}),
  };
  await page.exposeFunction("askTestWallet", async (method: string, params: unknown[]) => {
    calls.push(method);
    try {
      const handler = answers.get(method) ?? standard[method];
      if (!handler) throw new WalletRefusal(4200, `${method} is not supported`);
      return { result: await handler(params) };
    } catch (error) {
      if (!(error instanceof WalletRefusal)) throw error;
      return { error: { code: error.code, message: error.message, data: error.data } };
    }
  });
  await page.addInitScript(installProvider, {
    kind: options.kind ?? "announced",
    name: options.name ?? "Example Wallet",
    icon: options.icon ?? coin,
    rdns: options.rdns ?? "example.wallet",
  });
  return {
    get account() {
      return account;
    },
    calls,
    answer(method, handler) {
      if (handler) answers.set(method, handler);
      else answers.delete(method);
    },
    async moveTo(next) {
      chainId = next;
      await emit("chainChanged", `0x${next.toString(16)}`);
    },
    async changeAccount(next) {
      if (next) account = next;
      await emit("accountsChanged", next ? [next.address] : []);
    },
  };
}

/** A transaction as `eth_sendTransaction` takes it. */
export interface WalletTransaction {
  to: `0x${string}`;
  data: `0x${string}`;
  value: `0x${string}`;
}

/** What a wallet does that is connected to a node. */
function sending(rpcUrl: string, account: () => PrivateKeyAccount): Record<string, Handler> {
  const node = createWalletClient({ transport: http(rpcUrl) }).extend(publicActions);
  return {
    eth_sendTransaction: ([asked]) => {
      const { to, data, value } = asked as WalletTransaction;
      return node.sendTransaction({
        account: account(),
        chain: null,
        to,
        data,
        value: BigInt(value),
      });
    },
    eth_getTransactionReceipt: async ([hash]) => {
      const receipt = await node
        .getTransactionReceipt({ hash: hash as `0x${string}` })
        .catch(() => null);
      return receipt && { status: receipt.status === "success" ? "0x1" : "0x0" };
    },
  };
}

interface WalletOptions {
  kind: WalletKind;
  name: string;
  icon: string;
  rdns: string;
}

declare global {
  interface Window {
    askTestWallet(
      method: string,
      params: readonly unknown[],
    ): Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }>;
    emitWalletEvent?(event: string, payload: unknown): void;
  }
}

/** Runs in the page, before its own scripts. */
function installProvider({ kind, name, icon, rdns }: WalletOptions): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const provider = {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const { result, error } = await window.askTestWallet(method, params);
      if (error) throw Object.assign(new Error(error.message), error);
      return result;
    },
    on(event: string, listener: (payload: unknown) => void) {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener);
    },
  };
  window.emitWalletEvent = (event, payload) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  if (kind === "legacy") {
    Object.assign(window, { ethereum: provider });
    return;
  }
  const info = { uuid: crypto.randomUUID(), name, icon, rdns };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
