import type { Hex } from "viem";
import { command, refuseWords, text } from "@/cli/src/command";
import { openDemo } from "@/cli/src/connect";
import { connectApi, payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { type GivenOptions, UsageError } from "@/scripts/run/run-with-options";
import { isApiError, StipendConnectionError } from "@/sdk/src/errors";
import type { Stipend } from "@/sdk/src/stipend";
import type { Operations, PaymentSession } from "@/sdk/src/types.generated";

const flags = {
  session: text,
  amount: text,
  currency: text,
  wallet: text,
  "data-dir": text,
} as const;

type NewSession = Operations["createSession"]["input"];

/** What the command takes, behind its name. */
export const payUsage = `[--session ps_… | --amount 2500000] [--currency USDC] [--wallet 0] [--data-dir .stipend]

Pays with a wallet of the running demo, by the API alone: the session that is named, or a new one.
Ends with 1 when nothing was paid.`;

/** Pays a session with one of the demo's wallets. */
export const pay = command({
  usage: `stipend pay ${payUsage}`,
  flags,
  run: async (values, words) => {
    refuseWords(words);
    const info = openDemo(values);
    const wallet = info.wallets[Number(values.wallet ?? 0)];
    if (!wallet) throw new UsageError(`--wallet is 0 to ${info.wallets.length - 1}`);
    const api = connectApi(info);
    const session = await openSession(api, values).catch((error: unknown) => {
      if (!(error instanceof StipendConnectionError)) throw error;
      throw new Error(
        `Nothing answers at ${info.baseUrl}: is the demo running? npm run demo starts it`,
      );
    });
    console.log(`session       ${session.id} of ${session.amount} is ${session.status}`);
    if (session.status !== "pending") {
      if (session.transactionId) await printPayment(api, session.transactionId);
      throw new Error(whyClosed(session));
    }
    await payAndTell(api, session, wallet.privateKey);
  },
});

async function payAndTell(api: Stipend, session: PaymentSession, privateKey: Hex): Promise<void> {
  const startedAt = performance.now();
  const submission = await payByApi(api, session, privateKey);
  console.log(`submission    ${submission.idempotencyKey} is ${submission.status}`);
  const closed = await waitUntilClosed(api, session.id);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`session       ${closed.status} after ${seconds} s`);
  if (!closed.transactionId) throw new Error(whyClosed(closed));
  await printPayment(api, closed.transactionId);
}

async function openSession(
  api: Stipend,
  values: GivenOptions<typeof flags>,
): Promise<PaymentSession> {
  const { session, amount = "2500000", currency = "USDC" } = values;
  if (session === undefined)
    return api.paymentSessions.create({ amount, currency: currency as NewSession["currency"] });
  try {
    return await api.paymentSessions.get({ id: session });
  } catch (error) {
    if (!(isApiError(error) && error.code === "not_found")) throw error;
    throw new Error(`Nothing was paid: the demo's merchant has no payment session ${session}`);
  }
}

function whyClosed({ id, status }: PaymentSession): string {
  if (status === "confirmed") return `Nothing was paid: ${id} is paid already`;
  if (status === "expired") return `Nothing was paid: ${id} has expired; make a new session`;
  return `Nothing was paid: ${id} is ${status}, and only a pending session can be paid`;
}

async function printPayment(api: Stipend, transactionId: string): Promise<void> {
  const paid = await api.transactions.get({ id: transactionId });
  console.log(`transaction   ${paid.id}, ${paid.txHash}`);
  console.log(`amount        ${paid.amount} = ${paid.fee} fee + ${paid.netAmount} to the merchant`);
}
