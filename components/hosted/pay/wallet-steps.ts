import type { ComponentType } from "react";
import { connectWallet, sharedAccount } from "@/lib/client/wallet/connect-wallet";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import { rememberedWallet, rememberWallet } from "@/lib/client/wallet/remembered-wallet";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import { watchWallet } from "@/lib/client/wallet/watch-wallet";
import type { PayActions, PayStatus } from "@/lib/contract/payments/hosted-pay";
import { askServer } from "./ask-server";
import { walletPart } from "./later-screens";
import { hasChosenChain } from "./pay-on-chain";
import type { ConnectScreen } from "./screen-of";
import { Connecting, ConnectRefused } from "./screens/connecting";
import { NoWallet } from "./screens/no-wallet";
import { isMore, testWallet } from "./test-wallet-choice";
import type { WalletController } from "./wallet-controller";

const screens: Record<ConnectScreen, ComponentType> = {
  no_wallet: NoWallet,
  connecting: Connecting,
  connect_refused: ConnectRefused,
};

/** The screens until a wallet is connected, and none of the others. */
export const connectScreens: Partial<Record<string, ComponentType>> = screens;

/** @throws when its code does not come, which ends what needs it */
async function loadWalletPart(): Promise<void> {
  if (!(await walletPart.load())) throw new Error("The wallet's screens could not be loaded");
}

/** Asks a wallet for an account, then for the right network, which is offered once by itself. */
export async function connect(controller: WalletController, walletId: string): Promise<void> {
  const { store, page } = controller;
  const wallet = store.get().wallets.find(({ id }) => id === walletId);
  if (!wallet) return;
  controller.visit += 1;
  const { visit } = controller;
  recallChain(controller);
  store.dispatch({ type: "connect", wallet });
  try {
    const provider = await providerOf(controller, walletId);
    const [answer] = await Promise.all([connectWallet(provider), loadWalletPart()]);
    if (visit !== controller.visit) return;
    take(controller, provider);
    rememberWallet(walletId);
    store.dispatch({ type: "connected", ...answer, name: nameOf(controller, walletId) });
  } catch (error) {
    if (visit !== controller.visit) return;
    store.dispatch({ type: "connect_refused", problem: walletErrorKind(error) });
    return;
  }
  const checked = checkWallet(controller);
  const isElsewhere = controller.connected?.chainId !== page.network.chainId;
  if (!mayChoose(controller) && isElsewhere) await askForNetwork(controller);
  await checked;
}

/** Whether the payer is to choose a chain before the wallet is asked to go there. */
function mayChoose({ page, store }: WalletController): boolean {
  return page.chains.length > 1 && !store.get().chainChosen;
}

/** A choice from before the page was loaded again for it. */
function recallChain(controller: WalletController): boolean {
  const chosen = hasChosenChain(controller);
  if (chosen) controller.store.dispatch({ type: "chain_chosen", chosen });
  return chosen;
}

/** Loads the page again where its session has moved to another chain: all that it shows is of the former one. */
export function follow({ page }: WalletController, { chainId }: PayStatus): void {
  if (chainId && chainId !== page.network.chainId) window.location.reload();
}

/** Takes up the wallet from before the page was loaded again, if it still shares its account. */
export async function reconnect(controller: WalletController): Promise<void> {
  const remembered = rememberedWallet();
  const isOutside = isMore(remembered) && controller.page.connectors !== null;
  if (isOutside && !controller.more) await controller.showMore();
  const { wallets, step, status } = controller.store.get();
  const wallet = wallets.find(({ id }) => id === remembered);
  const payable = status.status === "open" || status.status === "failed";
  if (!wallet || !controller.mayReconnect || !payable || step.name !== "choose") return;
  controller.mayReconnect = false;
  controller.visit += 1;
  const { visit } = controller;
  const chosen = recallChain(controller);
  try {
    const provider = await providerOf(controller, wallet.id);
    const [answer] = await Promise.all([sharedAccount(provider), loadWalletPart()]);
    // A choice that the payer made meanwhile takes precedence.
    if (!answer || visit !== controller.visit) return;
    take(controller, provider);
    controller.store.dispatch({ type: "connect", wallet });
    controller.store.dispatch({
      type: "connected",
      ...answer,
      name: nameOf(controller, wallet.id),
    });
  } catch {
    // The payer finds the list of wallets, as at the first visit.
    return;
  }
  const checked = checkWallet(controller);
  const isElsewhere = controller.connected?.chainId !== controller.page.network.chainId;
  if (chosen && isElsewhere) await askForNetwork(controller);
  await checked;
}

/** Asks the wallet to go to the payment's network. */
export async function askForNetwork(controller: WalletController): Promise<void> {
  const { visit, provider, store, page } = controller;
  if (!provider) return;
  store.dispatch({ type: "network", network: "asking" });
  try {
    const { switchNetwork } = await import("@/lib/client/wallet/switch-network");
    const chainId = await switchNetwork(provider, page.network);
    if (visit === controller.visit) store.dispatch({ type: "chain", chainId });
  } catch (error) {
    if (visit !== controller.visit) return;
    store.dispatch({ type: "network", network: walletErrorKind(error) });
  }
}

/** Reads the wallet's balance and kind; a test wallet that is short is filled first. */
export async function checkWallet(controller: WalletController): Promise<void> {
  const { connected, actions, page, store } = controller;
  if (!connected) return;
  const { account, wallet } = connected;
  const who = { sessionId: page.sessionId, payer: account };
  let check = await readCheck(actions, who);
  const isShort = check && BigInt(check.balance) < BigInt(page.amount);
  if (isShort && wallet.id === testWallet.id) {
    const minted = await askServer(actions.mintTestTokens(who));
    if (minted.ok) check = await readCheck(actions, who);
  }
  store.dispatch({ type: "checked", account, check });
}

async function readCheck(actions: PayActions, who: Parameters<PayActions["checkWallet"]>[0]) {
  const answer = await askServer(actions.checkWallet(who));
  return answer.ok ? answer.value : null;
}

function take(controller: WalletController, provider: WalletProvider): void {
  const { store } = controller;
  controller.unwatch();
  controller.provider = provider;
  controller.unwatch = watchWallet(provider, {
    onAccount: (account) => {
      // A wallet that is locked now has done its part.
      if (account === null && controller.isFollowed()) return;
      const before = controller.connected?.account;
      store.dispatch({ type: "account", account });
      const { connected } = controller;
      if (connected && connected.account !== before) void checkWallet(controller);
    },
    onChain: (chainId) => store.dispatch({ type: "chain", chainId }),
  });
}

/** What a wallet outside the browser calls itself. */
function nameOf({ more }: WalletController, walletId: string): string | null {
  return more?.peerName(walletId) ?? null;
}

async function providerOf(
  { providers, page, more }: WalletController,
  walletId: string,
): Promise<WalletProvider> {
  if (more && isMore(walletId)) return more.open(walletId);
  if (walletId === testWallet.id && !providers.has(walletId)) {
    const { createTestWallet } = await import("@/lib/client/wallet/test-wallet");
    providers.set(walletId, createTestWallet(page.network.chainId));
  }
  const provider = providers.get(walletId);
  if (!provider) throw new Error("The wallet is no longer available");
  return provider;
}
