import { rememberedSigned } from "@/lib/client/wallet/remembered-wallet";
import { isOfUseWithoutCode } from "@/lib/client/wallet/signature-form";
import type { PayActions } from "@/lib/contract/payments/hosted-pay";
import { askServer } from "./ask-server";
import { askSignature, relaySigned, whileSigning } from "./ask-signature";
import { isRelaying } from "./pay-reducer";
import { prepareSigning } from "./prepare-signing";
import { refuseUndeployed, showRefusal } from "./show-refusal";
import { typedEmail } from "./typed-email";
import type { Signing, WalletController } from "./wallet-controller";

/**
 * Asks for one signature or two and has them relayed. A declined second signature does not undo the
 * first: the next run goes on from there while the time to sign lasts.
 * @param email where the payer wants the receipt; empty for nowhere
 */
export async function signAndPay(controller: WalletController, email: string): Promise<void> {
  const noted = email ? await recordPayer(controller, email) : null;
  // What the next try may mend; anything else costs the receipt, and not the payment.
  if (noted && !noted.ok && isMendable(noted.reason)) {
    showRefusal(controller, noted);
    return;
  }
  const signing = await prepareSigning(controller);
  if (signing) await whileSigning(controller, signing, () => signAndRelay(controller, signing));
}

async function signAndRelay(controller: WalletController, signing: Signing): Promise<void> {
  const { request } = signing;
  signing.authSignature ??= await askSignature(controller, signing, request.authorization, 1);
  if (isNotDeployed(controller, signing.authSignature)) {
    refuseUndeployed(controller);
    return;
  }
  const binding =
    request.signatures === 1
      ? { salt: request.salt }
      : { intentSignature: await askSignature(controller, signing, request.intent, 2) };
  controller.signing = null;
  await relay(controller, signing, binding);
}

const mendable = ["rate_limited", "offline", "api_error", "email_invalid"];
const isMendable = (reason: string) => mendable.includes(reason);

/** @returns null without a wallet */
async function recordPayer(controller: WalletController, email: string) {
  const { connected, page, actions } = controller;
  if (!connected) return null;
  const { sessionId } = page;
  controller.setTask({ name: "preparing" });
  return askServer(actions.recordPayer({ sessionId, payer: connected.account, email }));
}

/** Before the second prompt: an account without code that signed as a contract is not there to be asked. */
function isNotDeployed({ connected }: WalletController, signature: string): boolean {
  return connected?.check?.code === "none" && !isOfUseWithoutCode(signature);
}

const notTaken = {
  name: "refused",
  reason: "not_taken",
  waitSeconds: null,
  requestId: null,
} as const;

/** What binds the authorization to the order: how its nonce was made, or the second signature. */
type Binding = { salt: string } | { intentSignature: string };

type SignedPayment = Parameters<PayActions["relay"]>[0];

/**
 * Has the message worded before it is asked for: the wallet must open on the payer's own click. While the payer is asked to
 * sign again, that run has it worded: a second answer would take the place of what the wallet shows.
 */
export async function prepareAhead(controller: WalletController): Promise<void> {
  if (await resendSigned(controller)) return;
  if (controller.connected?.task.name !== "review") return;
  if (await prepareSigning(controller)) controller.setTask({ name: "review" });
}

/**
 * Sends what was signed before the page was loaded again for an update.
 * @returns false where nothing was
 */
export async function resendSigned(controller: WalletController): Promise<boolean> {
  const { connected, page, store } = controller;
  if (!connected || store.get().status.status !== "open") return false;
  const input = rememberedSigned<SignedPayment>(page.sessionId, connected.account);
  if (!input) return false;
  // The server may not have been told where the receipt goes.
  const email = typedEmail(page.sessionId);
  if (email) await recordPayer(controller, email);
  await send(controller, input);
  return true;
}

async function relay(
  controller: WalletController,
  { request, authSignature }: Signing,
  binding: Binding,
): Promise<void> {
  await send(controller, {
    sessionId: controller.page.sessionId,
    signed: request.signed,
    authSignature: authSignature ?? "",
    ...binding,
  });
}

async function send(controller: WalletController, input: SignedPayment): Promise<void> {
  await relaySigned(controller, {
    input,
    send: controller.actions.relay,
    take: (status) => {
      controller.tell(status);
      // The server has it now, and its status leads the page; unless it knew it as a dead attempt.
      if (isRelaying(controller.store.get().step)) controller.setTask(notTaken);
    },
  });
}
