import type { ComponentType } from "react";
import type { Store } from "@/lib/client/store";
import { connectWallet, sharedAccount } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet, WalletChoice, WalletProvider } from "@/lib/client/wallet/provider";
import { rememberedWallet, rememberWallet } from "@/lib/client/wallet/remembered-wallet";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import { isOffered } from "@/lib/client/wallet/wallet-networks";
import { watchWallet } from "@/lib/client/wallet/watch-wallet";
import type {
  PayActions,
  PayPage,
  PayStatus,
  SigningRequest,
} from "@/lib/contract/payments/hosted-pay";
import { askServer } from "./ask-server";
import type { MoreWallets } from "./more/more-wallets";
import { isRelaying } from "./pay-reducer";
import type { ConnectedState, PayAction, PayState, Task } from "./pay-state";
import { isMore, testWallet } from "./test-wallet-choice";

/** What comes after choosing a wallet, once it is loaded: nothing stands for it that could take the focus. */
export const walletPart: { Part?: ComponentType } = {};

async function loadWalletPart(): Promise<void> {
  walletPart.Part = (await import("./screens/wallet-part")).default;
}

/** What the payer is signing. */
export interface Signing {
  request: SigningRequest;
  account: string;
  /** On this browser's own clock (`performance.now`), which need not agree with the chain's. */
  deadlineMs: number;
  authSignature: string | null;
}

/** Leads the payer's wallet from being chosen to being ready to sign. */
export class WalletController {
  /** The connected wallet. */
  provider: WalletProvider | null = null;
  signing: Signing | null = null;
  /** The wallets outside the browser, once they are loaded. */
  more: MoreWallets | null = null;
  readonly #providers = new Map<string, WalletProvider>();
  #unwatch = () => {};
  /** Answers to requests of an earlier visit are dropped. */
  #visit = 0;
  #mayReconnect = true;
  #found: { wallets: WalletChoice[]; settled: boolean } = { wallets: [], settled: false };

  constructor(
    readonly page: PayPage,
    readonly actions: PayActions,
    readonly store: Store<PayState, PayAction>,
  ) {}

  /** The connected wallet's step, if there is one. */
  get connected(): ConnectedState | null {
    const { step } = this.store.get();
    return step.name === "connected" ? step : null;
  }

  setTask(task: Task): void {
    this.store.dispatch({ type: "task", task });
  }

  /** Takes a status that has just come from the server. */
  tell(status: PayStatus): void {
    this.store.dispatch({ type: "status", status, readAtMs: performance.now() });
  }

  /** Takes what discovery found and this chain can be paid with; the local chain's wallet stands last. */
  found(wallets: FoundWallet[], settled: boolean): void {
    const offered = wallets.filter(({ id }) => isOffered(id, this.page.network.chainId));
    for (const { id, provider } of offered) this.#providers.set(id, provider);
    this.#found = { wallets: offered.map(({ id, name, icon }) => ({ id, name, icon })), settled };
    this.#offer();
    void this.#reconnect();
  }

  /** Lists the wallets outside the browser as well. */
  async showMore(): Promise<void> {
    const { moreWallets } = await import("./more/more-wallets");
    this.more ??= moreWallets(this);
    this.#offer();
  }

  #offer(): void {
    const { wallets, settled } = this.#found;
    const own = this.page.testWallet ? [testWallet] : [];
    const more = this.more?.choices ?? [];
    this.store.dispatch({ type: "wallets", wallets: [...wallets, ...more, ...own], settled });
  }

  /** Asks a wallet for an account, then for the right network, which is offered once by itself. */
  async connect(walletId: string): Promise<void> {
    const wallet = this.store.get().wallets.find(({ id }) => id === walletId);
    if (!wallet) return;
    const visit = ++this.#visit;
    this.store.dispatch({ type: "connect", wallet });
    try {
      const provider = await this.#providerOf(walletId);
      const [answer] = await Promise.all([connectWallet(provider), loadWalletPart()]);
      if (visit !== this.#visit) return;
      this.#take(provider);
      rememberWallet(walletId);
      this.store.dispatch({ type: "connected", ...answer, name: this.#nameOf(walletId) });
    } catch (error) {
      if (visit !== this.#visit) return;
      this.store.dispatch({ type: "connect_refused", problem: walletErrorKind(error) });
      return;
    }
    const checked = this.check();
    if (this.connected?.chainId !== this.page.network.chainId) await this.switchNetwork();
    await checked;
  }

  /** Takes up the wallet from before the page was loaded again, if it still shares its account. */
  async #reconnect(): Promise<void> {
    const remembered = rememberedWallet();
    if (isMore(remembered) && this.page.connectors && !this.more) await this.showMore();
    const { wallets, step, status } = this.store.get();
    const wallet = wallets.find(({ id }) => id === remembered);
    const payable = status.status === "open" || status.status === "failed";
    if (!wallet || !this.#mayReconnect || !payable || step.name !== "choose") return;
    this.#mayReconnect = false;
    const visit = ++this.#visit;
    try {
      const provider = await this.#providerOf(wallet.id);
      const [answer] = await Promise.all([sharedAccount(provider), loadWalletPart()]);
      // A choice that the payer made meanwhile takes precedence.
      if (!answer || visit !== this.#visit) return;
      this.#take(provider);
      this.store.dispatch({ type: "connect", wallet });
      this.store.dispatch({ type: "connected", ...answer, name: this.#nameOf(wallet.id) });
    } catch {
      // The payer finds the list of wallets, as at the first visit.
      return;
    }
    await this.check();
  }

  /** Asks the wallet to go to the payment's network. */
  async switchNetwork(): Promise<void> {
    const visit = this.#visit;
    if (!this.provider) return;
    this.store.dispatch({ type: "network", network: "asking" });
    try {
      const { switchNetwork } = await import("@/lib/client/wallet/switch-network");
      const chainId = await switchNetwork(this.provider, this.page.network);
      if (visit === this.#visit) this.store.dispatch({ type: "chain", chainId });
    } catch (error) {
      if (visit !== this.#visit) return;
      this.store.dispatch({ type: "network", network: walletErrorKind(error) });
    }
  }

  /** Reads the wallet's balance and kind; a test wallet that is short is filled first. */
  async check(): Promise<void> {
    const step = this.connected;
    if (!step) return;
    const { account, wallet } = step;
    const who = { sessionId: this.page.sessionId, payer: account };
    let check = await this.#readCheck(who);
    const isShort = check && BigInt(check.balance) < BigInt(this.page.amount);
    if (isShort && wallet.id === testWallet.id) {
      const minted = await askServer(this.actions.mintTestTokens(who));
      if (minted.ok) check = await this.#readCheck(who);
    }
    this.store.dispatch({ type: "checked", account, check });
  }

  /** Back to the list of wallets; what the wallet still asks is forgotten. */
  leave(): void {
    if (isRelaying(this.store.get().step)) return;
    void this.more?.end();
    this.dispose();
    rememberWallet(null);
    this.#mayReconnect = false;
    this.store.dispatch({ type: "choose" });
  }

  /** Stops listening to the wallet. */
  dispose(): void {
    this.#visit += 1;
    this.#mayReconnect = true;
    this.#unwatch();
    this.#unwatch = () => {};
    this.provider = null;
    this.signing = null;
  }

  #take(provider: WalletProvider): void {
    this.#unwatch();
    this.provider = provider;
    this.#unwatch = watchWallet(provider, {
      onAccount: (account) => {
        const before = this.connected?.account;
        this.store.dispatch({ type: "account", account });
        if (this.connected && this.connected.account !== before) void this.check();
      },
      onChain: (chainId) => this.store.dispatch({ type: "chain", chainId }),
    });
  }

  /** A wallet outside the browser ended its connection: the payer may connect again. */
  ended(): void {
    if (!isMore(this.connected?.wallet.id ?? null)) return;
    this.dispose();
    this.store.dispatch({ type: "ended" });
  }

  #nameOf(walletId: string): string | null {
    return this.more?.peerName(walletId) ?? null;
  }

  async #providerOf(walletId: string): Promise<WalletProvider> {
    if (this.more && isMore(walletId)) return this.more.open(walletId);
    if (walletId === testWallet.id && !this.#providers.has(walletId)) {
      const { createTestWallet } = await import("@/lib/client/wallet/test-wallet");
      this.#providers.set(walletId, createTestWallet(this.page.network.chainId));
    }
    const provider = this.#providers.get(walletId);
    if (!provider) throw new Error("The wallet is no longer available");
    return provider;
  }

  async #readCheck(who: Parameters<PayActions["checkWallet"]>[0]) {
    const answer = await askServer(this.actions.checkWallet(who));
    return answer.ok ? answer.value : null;
  }
}
