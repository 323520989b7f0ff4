import { rememberedSigned, rememberSigned } from "@/lib/client/wallet/remembered-wallet";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { Answer, TypedData } from "@/lib/contract/payments/hosted-pay";
import { signTypedData } from "@/sdk/src/payer/sign-typed-data";
import { askServer, type FailedAnswer } from "./ask-server";
import type { SignatureNumber, SignProblem } from "./pay-state";
import { showRefusal } from "./show-refusal";
import type { WalletController } from "./wallet-controller";

/** Time to read what the second signature is for before the wallet's window covers it. */
const BETWEEN_SIGNATURES_MS = 700;
const RESEND_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Who is asked to sign, and until when. */
interface Signer {
  account: string;
  /** On this browser's own clock (`performance.now`), which need not agree with the chain's. */
  deadlineMs: number;
}

class NotSigned extends Error {
  constructor(
    readonly number: SignatureNumber,
    readonly problem: SignProblem,
  ) {
    super(problem);
  }
}

/** Runs what asks for signatures. What the wallet declines is shown, if the account is still there. */
export async function whileSigning(
  controller: WalletController,
  signer: Signer,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    if (!isStillHere(controller, signer)) return;
    controller.setTask({ name: "sign_refused", number: error.number, problem: error.problem });
  }
}

function isStillHere({ connected }: WalletController, { account }: Signer): boolean {
  return connected?.account === account && connected.task.name === "sign";
}

/**
 * Asks the wallet for one signature, within `whileSigning`.
 * @param number the second one is asked for a moment later
 */
export async function askSignature(
  controller: WalletController,
  signer: Signer,
  data: TypedData,
  number: SignatureNumber,
): Promise<string> {
  controller.setTask({ name: "sign", number });
  if (number === 2) await wait(BETWEEN_SIGNATURES_MS);
  const { provider } = controller;
  if (!provider || !isStillHere(controller, signer)) throw new NotSigned(number, "disconnected");
  try {
    const signature = await signTypedData(provider, signer.account, data);
    if (!isStillHere(controller, signer)) throw new NotSigned(number, "disconnected");
    if (signer.deadlineMs < performance.now()) throw new NotSigned(1, "expired");
    return signature;
  } catch (error) {
    if (error instanceof NotSigned) throw error;
    throw new NotSigned(number, walletErrorKind(error));
  }
}

/** How often the server may fail at the same signatures before that is shown. */
const MAX_FAILURES = 8;
/** A page's own limits ask for at most that. They are met before the server looks for what it has stored. */
const MAX_WAIT_SECONDS = 60;

/**
 * Whether an answer leaves open that the server has the signatures: it may have stored them before the answer was lost, or
 * before it failed. A limit tells nothing of an earlier send either.
 * @param isResent they were sent before
 */
function isUnsure({ reason, retryAfterSeconds }: FailedAnswer, isResent: boolean): boolean {
  if (reason === "offline" || reason === "api_error") return true;
  return isResent && reason === "rate_limited" && (retryAfterSeconds ?? 0) <= MAX_WAIT_SECONDS;
}

/** What was signed, and how it reaches the server. */
interface Relay<Input, T> {
  input: Input;
  send(input: Input): Promise<Answer<T>>;
  /** Is given the server's answer; a refusal is shown. */
  take(value: T): void;
}

/**
 * Sends the same signatures until it is known what the server did with them: it takes them once, however often they come.
 * A server that no longer knows this page's way of sending them gets them once the page is loaded again.
 */
export async function relaySigned<Input extends { signed: { payer: string } }, T>(
  controller: WalletController,
  { input, send, take }: Relay<Input, T>,
): Promise<void> {
  const { sessionId } = controller.page;
  const before = rememberedSigned(sessionId, input.signed.payer);
  rememberSigned(sessionId, input);
  controller.setTask({ name: "relay", lost: false });
  let failures = 0;
  for (let round = 0; controller.connected?.task.name === "relay"; round++) {
    const answer = await askServer(send(input));
    if (answer.ok) {
      rememberSigned(sessionId, null);
      take(answer.value);
      return;
    }
    if (answer.reason === "api_error") failures += 1;
    if (failures === MAX_FAILURES || !isUnsure(answer, round > 0 || before !== null)) {
      if (answer.reason !== "version") rememberSigned(sessionId, null);
      showRefusal(controller, answer);
      return;
    }
    controller.setTask({ name: "relay", lost: true });
    const asked = Math.min(answer.retryAfterSeconds ?? 0, MAX_WAIT_SECONDS) * 1_000;
    await wait(Math.max(asked, RESEND_MS[Math.min(round, RESEND_MS.length - 1)] ?? 0));
  }
}
