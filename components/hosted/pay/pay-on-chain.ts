import { keepInTab, keptInTab } from "@/lib/client/browser-storage";
import { askServer } from "./ask-server";
import type { WalletController } from "./wallet-controller";

/** The server's word for why the session does not move; null where it goes on. */
export type MoveProblem = string | null;

/**
 * Pays on the chain that the payer chose: the session moves there, and the page is loaded again with its terms. A chosen
 * chain that is the page's already only has the wallet go there.
 */
export async function payOnChain(
  controller: WalletController,
  chainId: number,
): Promise<MoveProblem> {
  const { page, store, actions } = controller;
  const { sessionId } = page;
  if (chainId === page.network.chainId) {
    rememberChain(sessionId, chainId);
    store.dispatch({ type: "chain_chosen", chosen: true });
    const { connected } = controller;
    if (connected && connected.chainId !== chainId) await controller.switchNetwork();
    return null;
  }
  const answer = await askServer(actions.moveSession({ sessionId, chainId }));
  if (!answer.ok) return answer.reason;
  rememberChain(sessionId, chainId);
  window.location.reload();
  return null;
}

const keyOf = (sessionId: string) => `stipend-chain:${sessionId}`;

function rememberChain(sessionId: string, chainId: number): void {
  keepInTab(keyOf(sessionId), String(chainId));
}

/** Whether the payer chose the page's chain before the page was loaded again. */
export function hasChosenChain({ page }: Pick<WalletController, "page">): boolean {
  return keptInTab(keyOf(page.sessionId)) === String(page.network.chainId);
}
