import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { DemoInfo } from "@/scripts/demo/demo-info";
import { dataFolder } from "@/scripts/demo/demo-options";
import { connectApi, payByApi, type Session, waitUntilClosed } from "@/scripts/demo/pay-by-api";
import { kept } from "@/scripts/demo/reset-data";

const usage = `npm run pay [-- --session ps_… | --amount 2500000] [--currency USDC] [--wallet 0] [--data-dir .stipend]

Pays with a wallet of the running demo, by the API alone: the session that is named, or a new one.`;

interface Transaction {
  id: string;
  txHash: string;
  amount: string;
  fee: string;
  netAmount: string;
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { session: text, amount: text, currency: text, wallet: text, "data-dir": text },
  });
  const folder = dataFolder({ dataDir: values["data-dir"] ?? process.env.DEMO_DATA_DIR });
  const info = JSON.parse(readFileSync(join(folder, kept.info), "utf8")) as DemoInfo;
  const wallet = info.wallets[Number(values.wallet ?? 0)];
  if (!wallet) throw new Error(`The demo has ${info.wallets.length} wallets\n\n${usage}`);
  const api = connectApi(info);
  const startedAt = performance.now();
  const { amount = "2500000", currency = "USDC" } = values;
  const session = values.session
    ? await api<Session>("GET", `/v1/payment-sessions/${values.session}`)
    : await api<Session>("POST", "/v1/payment-sessions", { amount, currency });
  console.log(`session       ${session.id} of ${session.amount} is ${session.status}`);
  const submission = await payByApi(api, session, wallet.privateKey);
  console.log(`submission    ${submission.idempotencyKey} is ${submission.status}`);
  const closed = await waitUntilClosed(api, session.id);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`session       ${closed.status} after ${seconds} s`);
  if (!closed.transactionId) return;
  const paid = await api<Transaction>("GET", `/v1/transactions/${closed.transactionId}`);
  console.log(`transaction   ${paid.id}, ${paid.txHash}`);
  console.log(`amount        ${paid.amount} = ${paid.fee} fee + ${paid.netAmount} to the merchant`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
