import { askServer } from "./ask-server";
import { isAsShown } from "./is-as-shown";
import { showRefusal } from "./show-refusal";
import type { Signing, WalletController } from "./wallet-controller";

/** Less than this left, and the network might refuse what was signed in time. */
const MARGIN_MS = 90_000;
/** Nothing is signed yet: a fresh request costs nothing and leaves more time. */
const UNSIGNED_MARGIN_MS = 600_000;

const notAsShown = {
  name: "refused",
  reason: "not_as_shown",
  waitSeconds: null,
  requestId: null,
} as const;

/**
 * Has the server word what is to be signed, unless there is a request with enough time left. One that is
 * not for what the page shows never reaches the wallet.
 * @returns null after a refusal, which the page shows, and where the payer has gone on meanwhile
 */
export async function prepareSigning(controller: WalletController): Promise<Signing | null> {
  const { actions, page, connected, signing } = controller;
  if (!connected) return null;
  if (signing?.account === connected.account && isFresh(signing)) {
    show(controller, signing);
    return signing;
  }
  controller.setTask({ name: "preparing" });
  const { account } = connected;
  const who = { sessionId: page.sessionId, payer: account };
  const { chainId } = page.network;
  const answer = await askServer(actions.requestSignatures({ ...who, chainId }));
  const { connected: now } = controller;
  // An earlier answer, for which the payer may be signing already, is not replaced.
  if (now?.account !== account || now.task.name !== "preparing") return null;
  if (!answer.ok) {
    showRefusal(controller, answer);
    return null;
  }
  if (!isAsShown(page, account, answer.value)) {
    controller.setTask(notAsShown);
    return null;
  }
  const deadlineMs = performance.now() + answer.value.secondsToSign * 1000;
  controller.signing = { request: answer.value, account, deadlineMs, authSignature: null };
  show(controller, controller.signing);
  return controller.signing;
}

/** An account that was left and chosen again starts afresh on the page, while its request still stands. */
function show({ store }: WalletController, { account, request }: Signing): void {
  store.dispatch({ type: "request", account, request });
}

function isFresh({ deadlineMs, authSignature }: Signing): boolean {
  return deadlineMs - performance.now() > (authSignature ? MARGIN_MS : UNSIGNED_MARGIN_MS);
}
