import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Hex } from "viem";
import type { DemoInfo } from "@/scripts/demo/demo-info";
import { dataFolder } from "@/scripts/demo/demo-options";
import { connectApi, payByApi, waitUntilClosed } from "@/scripts/demo/pay-by-api";
import { kept } from "@/scripts/demo/reset-data";
import { type Given, runWithOptions, UsageError } from "@/scripts/run-with-options";
import { isApiError, StipendConnectionError } from "@/sdk/src/errors";
import type { Stipend } from "@/sdk/src/stipend";
import type { Operations, PaymentSession } from "@/sdk/src/types.generated";

const usage = `npm run pay [-- --session ps_… | --amount 2500000] [--currency USDC] [--wallet 0] [--data-dir .stipend]

Pays with a wallet of the running demo, by the API alone: the session that is named, or a new one.
Ends with 1 when nothing was paid.`;

const text = { type: "string" } as const;
const flags = {
  session: text,
  amount: text,
  currency: text,
  wallet: text,
  "data-dir": text,
} as const;

type NewSession = Operations["createSession"]["input"];

await runWithOptions(usage, flags, async (values) => {
  const info = readInfo(values["data-dir"] ?? process.env.DEMO_DATA_DIR);
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
  const startedAt = performance.now();
  const closed = await pay(api, session, wallet.privateKey);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`session       ${closed.status} after ${seconds} s`);
  if (!closed.transactionId) throw new Error(whyClosed(closed));
  await printPayment(api, closed.transactionId);
});

function readInfo(dataDir: string | undefined): DemoInfo {
  const path = join(dataFolder({ dataDir }), kept.info);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as DemoInfo;
  throw new Error(`There is no ${relative(process.cwd(), path)}: npm run demo makes it`);
}

async function openSession(api: Stipend, values: Given<typeof flags>): Promise<PaymentSession> {
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

async function pay(
  api: Stipend,
  session: PaymentSession,
  privateKey: Hex,
): Promise<PaymentSession> {
  const submission = await payByApi(api, session, privateKey);
  console.log(`submission    ${submission.idempotencyKey} is ${submission.status}`);
  return waitUntilClosed(api, session.id);
}

async function printPayment(api: Stipend, transactionId: string): Promise<void> {
  const paid = await api.transactions.get({ id: transactionId });
  console.log(`transaction   ${paid.id}, ${paid.txHash}`);
  console.log(`amount        ${paid.amount} = ${paid.fee} fee + ${paid.netAmount} to the merchant`);
}
