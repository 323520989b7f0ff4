import { laterPart } from "@/lib/client/later-part";
import type { Store } from "@/lib/client/store";
import type { FoundWallet, WalletChoice, WalletProvider } from "@/lib/client/wallet/provider";
import {
  rememberedWallet,
  rememberSigned,
  rememberWallet,
} from "@/lib/client/wallet/remembered-wallet";
import { isOffered } from "@/lib/client/wallet/wallet-networks";
import type {
  PayActions,
  PayPage,
  PayStatus,
  SigningRequest,
} from "@/lib/contract/payments/hosted-pay";
import type { MoreWallets } from "./more/more-wallets";
import { isRelaying } from "./pay-reducer";
import type { ConnectedState, PayAction, PayState, Task } from "./pay-state";
import { isMore, testWallet } from "./test-wallet-choice";

/** How a wallet is connected. Loaded as soon as the page runs, so that it is there when a wallet is chosen. */
export const walletSteps = laterPart(() => import("./wallet-steps"));

const morePart = laterPart(() => import("./more/more-wallets"));

/** What the payer is signing. */
export interface Signing {
  request: SigningRequest;
  account: string;
  /** On this browser's own clock (`performance.now`), which need not agree with the chain's. */
  deadlineMs: number;
  authSignature: string | null;
}

/** Leads the payer's wallet from being chosen to being ready to sign; `wallet-steps` has how. */
export class WalletController {
  /** The connected wallet. */
  provider: WalletProvider | null = null;
  signing: Signing | null = null;
  /** The wallets that can be chosen, by their ids. */
  readonly providers = new Map<string, WalletProvider>();
  /** Stops listening to the connected wallet. */
  unwatch = () => {};
  /** Answers to requests of an earlier visit are dropped. */
  visit = 0;
  /** Whether the wallet from before a reload may still be taken up. */
  mayReconnect = true;
  /** The wallets outside the browser, once they are loaded. */
  more: MoreWallets | null = null;
  /** Whether the account alone follows what the wallet sent: the page stays as it is then, without the wallet as well. */
  isFollowed = () => false;
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
    const isAnew = task.name === "review" || task.name === "sign_refused";
    // It may have ended its connection while what it had signed was sent.
    if (isAnew && this.provider === null) this.store.dispatch({ type: "ended" });
  }

  /** Takes a status that has just come from the server. */
  tell(status: PayStatus): void {
    walletSteps.loaded?.follow(this, status);
    this.store.dispatch({ type: "status", status, readAtMs: performance.now() });
  }

  /** Takes what discovery found and this chain can be paid with; the local chain's wallet stands last. */
  found(wallets: FoundWallet[], settled: boolean): void {
    const offered = wallets.filter(({ id }) => isOffered(id, this.page.network.chainId));
    for (const { id, provider } of offered) this.providers.set(id, provider);
    this.#found = { wallets: offered.map(({ id, name, icon }) => ({ id, name, icon })), settled };
    if (settled && this.#choices().length === 0) {
      // The screen that says so comes with the steps; until then the page looks for wallets.
      void walletSteps.load().then((steps) => {
        if (this.providers.size > 0) return;
        this.#found.settled = steps !== null;
        this.#tellWallets();
      });
      return;
    }
    this.#tellWallets();
  }

  /** Lists the wallets outside the browser as well. */
  async showMore(): Promise<void> {
    const part = await morePart.load();
    this.store.dispatch({ type: "link", live: part !== null });
    if (part === null) return;
    this.more ??= part.moreWallets(this);
    this.#offer();
  }

  #choices(): WalletChoice[] {
    const own = this.page.testWallet ? [testWallet] : [];
    return [...this.#found.wallets, ...(this.more?.choices ?? []), ...own];
  }

  #offer(): void {
    const { settled } = this.#found;
    this.store.dispatch({ type: "wallets", wallets: this.#choices(), settled });
  }

  /** Asks a wallet for an account, then for the right network, which is offered once by itself. */
  async connect(walletId: string): Promise<void> {
    const { visit } = this;
    const steps = await walletSteps.load();
    // Without the code no wallet can be asked: the page says that the server is away, and the list of wallets stays.
    this.store.dispatch({ type: "link", live: steps !== null });
    if (visit === this.visit) await steps?.connect(this, walletId);
  }

  /** Asks the wallet to go to the payment's network. */
  async switchNetwork(): Promise<void> {
    await (await walletSteps.load())?.askForNetwork(this);
  }

  /** Reads the wallet's balance and kind; a test wallet that is short is filled first. */
  async check(): Promise<void> {
    await (await walletSteps.load())?.checkWallet(this);
  }

  /** Back to the list of wallets; what the wallet still asks, or has signed, is forgotten. */
  leave(): void {
    if (isRelaying(this.store.get().step)) return;
    void this.more?.end();
    this.dispose();
    rememberWallet(null);
    rememberSigned(this.page.sessionId, null);
    this.mayReconnect = false;
    this.store.dispatch({ type: "choose" });
  }

  /** Stops listening to the wallet. */
  dispose(): void {
    this.visit += 1;
    this.mayReconnect = true;
    this.unwatch();
    this.unwatch = () => {};
    this.provider = null;
    this.signing = null;
  }

  #tellWallets(): void {
    this.#offer();
    if (rememberedWallet() !== null) void this.#reconnect();
  }

  /** A wallet outside the browser ended its connection: the payer may connect again. */
  ended(): void {
    if (!isMore(this.connected?.wallet.id ?? null)) return;
    this.dispose();
    if (!this.isFollowed()) this.store.dispatch({ type: "ended" });
  }

  /** Takes up the wallet from before the page was loaded again, if it still shares its account. */
  async #reconnect(): Promise<void> {
    await (await walletSteps.load())?.reconnect(this);
  }
}
