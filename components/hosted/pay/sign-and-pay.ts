import { signTypedData } from "@/lib/client/wallet/sign-typed-data";
import { isKeySignature } from "@/lib/client/wallet/signature-form";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { askServer } from "./ask-server";
import { isRelaying } from "./pay-reducer";
import type { SignatureNumber, SignProblem } from "./pay-state";
import { prepareSigning } from "./prepare-signing";
import { refuseUndeployed, showRefusal } from "./show-refusal";
import type { Signing, WalletController } from "./wallet-controller";

/** Time to read what the second signature is for before the wallet's window covers it. */
const BETWEEN_SIGNATURES_MS = 700;
const RESEND_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks for one signature or two and has them relayed. A declined second signature does not undo the
 * first: the next run goes on from there while the time to sign lasts.
 * @param email where the payer wants the receipt; empty for nowhere
 */
export async function signAndPay(controller: WalletController, email: string): Promise<void> {
  if (email) await recordPayer(controller, email);
  const signing = await prepareSigning(controller);
  if (!signing) return;
  try {
    signing.authSignature ??= await sign(controller, signing, signing.request.authorization, 1);
    if (isNotDeployed(controller, signing.authSignature)) {
      refuseUndeployed(controller);
      return;
    }
    const { request } = signing;
    const binding =
      request.signatures === 1
        ? { salt: request.salt }
        : { intentSignature: await sign(controller, signing, request.intent, 2) };
    controller.signing = null;
    await relay(controller, signing, binding);
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    if (!isStillHere(controller, signing)) return;
    controller.setTask({ name: "sign_refused", number: error.number, problem: error.problem });
  }
}

async function recordPayer(controller: WalletController, email: string): Promise<void> {
  const { connected, page, actions } = controller;
  if (!connected) return;
  const { sessionId } = page;
  controller.setTask({ name: "preparing" });
  await askServer(actions.recordPayer({ sessionId, payer: connected.account, email }));
}

/** Before the second prompt: an account without code that signed as a contract is not there to be asked. */
function isNotDeployed({ connected }: WalletController, signature: string): boolean {
  return connected?.check?.code === "none" && !isKeySignature(signature);
}

const notTaken = {
  name: "refused",
  reason: "not_taken",
  waitSeconds: null,
  requestId: null,
} as const;

class NotSigned extends Error {
  constructor(
    readonly number: SignatureNumber,
    readonly problem: SignProblem,
  ) {
    super(problem);
  }
}

function isStillHere({ connected }: WalletController, { account }: Signing): boolean {
  return connected?.account === account && connected.task.name === "sign";
}

async function sign(
  controller: WalletController,
  signing: Signing,
  data: TypedData,
  number: SignatureNumber,
): Promise<string> {
  const { account } = signing;
  controller.setTask({ name: "sign", number });
  if (number === 2) await wait(BETWEEN_SIGNATURES_MS);
  const { provider } = controller;
  if (!provider || !isStillHere(controller, signing)) throw new NotSigned(number, "disconnected");
  try {
    const signature = await signTypedData(provider, account, data);
    if (!isStillHere(controller, signing)) throw new NotSigned(number, "disconnected");
    if (signing.deadlineMs < performance.now()) throw new NotSigned(1, "expired");
    return signature;
  } catch (error) {
    if (error instanceof NotSigned) throw error;
    throw new NotSigned(number, walletErrorKind(error));
  }
}

/** What binds the authorization to the order: how its nonce was made, or the second signature. */
type Binding = { salt: string } | { intentSignature: string };

/** Sends the same signatures until the server answers: it takes them once, however often they come. */
async function relay(
  controller: WalletController,
  { request, authSignature }: Signing,
  binding: Binding,
): Promise<void> {
  const { actions, page, store } = controller;
  const input = {
    sessionId: page.sessionId,
    signed: request.signed,
    authSignature: authSignature ?? "",
    ...binding,
  };
  controller.setTask({ name: "relay", lost: false });
  for (let round = 0; controller.connected?.task.name === "relay"; round++) {
    const answer = await askServer(actions.relay(input));
    if (answer.ok) {
      controller.tell(answer.value);
      // The server has it now, and its status leads the page; unless it knew it as a dead attempt.
      if (isRelaying(store.get().step)) controller.setTask(notTaken);
      return;
    }
    if (answer.reason !== "offline") {
      showRefusal(controller, answer);
      return;
    }
    controller.setTask({ name: "relay", lost: true });
    await wait(RESEND_MS[Math.min(round, RESEND_MS.length - 1)] ?? 0);
  }
}
