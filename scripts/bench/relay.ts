import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { paymentTypes, tokenDomain } from "@/lib/adapters/chain/payments";
import { readEnv } from "@/lib/adapters/env/env";
import type { Bytes32 } from "@/lib/core/hex";
import {
  type BenchStage,
  makePayers,
  openStage,
  type Payer,
  sendFrom,
  signPayment,
  untilMined,
} from "./bench-stage";

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 1_000);
const PAYERS = 200;
const AMOUNT = 1_000_000n;
const CLIENTS = 32;
/** Enough for the plain transfers' rate to be steady. */
const PLAIN_SECONDS = 20;

/** Runs `work` over all items with so many under way at once. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const runners = Array.from({ length: CLIENTS }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(runners);
}

async function post(
  stage: BenchStage,
  path: string,
  body: unknown,
): Promise<Record<string, string>> {
  const response = await fetch(stage.demo.info.baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stage.demo.info.apiKeys.secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${answer}`);
  return JSON.parse(answer) as Record<string, string>;
}

async function preparePayments(stage: BenchStage, payers: readonly Payer[]) {
  const bodies: Record<string, unknown>[] = [];
  await inParallel([...Array(PAYMENTS).keys()], async (index) => {
    const session = await post(stage, "/v1/payment-sessions", {
      amount: String(AMOUNT),
      currency: "USDC",
    });
    const payer = payers[index % payers.length];
    if (!payer) throw new Error("there are payers");
    bodies.push(
      await signPayment(stage, payer, {
        id: String(session.id),
        ref: session.ref as Bytes32,
        merchantId: BigInt(session.chainMerchantId ?? 0),
        amount: AMOUNT,
      }),
    );
  });
  return bodies;
}

/** From the first request until the last session is confirmed. */
async function relayAll(stage: BenchStage, bodies: readonly Record<string, unknown>[]) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  await inParallel(bodies, async (body) => {
    await post(stage, "/v1/relay/payments", body);
  });
  const accepted = seconds();
  for (;;) {
    const [row] = await stage.db<{ count: bigint }[]>`
      select count(*) from payment_sessions where status = 'confirmed'`;
    if (row?.count === BigInt(bodies.length)) return { accepted, confirmed: seconds() };
    await sleep(50);
  }
}

/** One `transferWithAuthorization` after the other from each wallet, waiting for each receipt. */
async function transferPlainly(
  stage: BenchStage,
  wallets: readonly Payer["privateKey"][],
  payer: Payer,
) {
  const { rpc, usdc } = stage;
  const account = privateKeyToAccount(payer.privateKey);
  const startedAt = performance.now();
  const until = startedAt + PLAIN_SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    wallets.map(async (wallet) => {
      const params = [privateKeyToAccount(wallet).address, "pending"];
      let nonce = Number(await rpc.request({ method: "eth_getTransactionCount", params }));
      while (performance.now() < until) {
        const value = 1_000n;
        const authNonce: Bytes32 = `0x${crypto.randomUUID().replaceAll("-", "").padStart(64, "0")}`;
        const message = {
          from: payer.address,
          to: stage.deployment.treasury,
          value,
          validAfter: 0n,
          validBefore: 2n ** 40n,
          nonce: authNonce,
        };
        const signature = parseSignature(
          await account.signTypedData({
            domain: tokenDomain(usdc),
            types: { TransferWithAuthorization: paymentTypes.ReceiveWithAuthorization },
            primaryType: "TransferWithAuthorization",
            message,
          }),
        );
        const data = encodeFunctionData({
          abi: fiatTokenAbi,
          functionName: "transferWithAuthorization",
          args: [
            message.from,
            message.to,
            value,
            0n,
            2n ** 40n,
            authNonce,
            Number(signature.v ?? 27n),
            signature.r,
            signature.s,
          ],
        });
        const call = { to: usdc.address, data, gas: 300_000n, chainId: usdc.chainId };
        await untilMined(rpc, [await sendFrom(rpc, wallet, nonce, call)]);
        nonce += 1;
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1_000);
}

const stage = await openStage();
try {
  const payers = await makePayers(stage, PAYERS, AMOUNT * BigInt(PAYMENTS));
  const bodies = await preparePayments(stage, payers);
  const { accepted, confirmed } = await relayAll(stage, bodies);
  const rate = PAYMENTS / confirmed;
  console.log(
    `${PAYMENTS} payments accepted in ${accepted.toFixed(1)} s (${(PAYMENTS / accepted).toFixed(0)}/s)`,
  );
  console.log(
    `${PAYMENTS} payments confirmed in ${confirmed.toFixed(1)} s: ${rate.toFixed(1)} payments/s`,
  );
  const wallets = readEnv(stage.demo.settings).RELAYER_PRIVATE_KEYS;
  const [payer] = payers;
  if (!payer) throw new Error("there are payers");
  // The relay's wallets have nothing in flight any more.
  const plain = await transferPlainly(stage, wallets, payer);
  console.log(
    `plain transferWithAuthorization from ${wallets.length} wallets: ${plain.toFixed(1)} payments/s`,
  );
  console.log(`relay : plain = ${(rate / plain).toFixed(1)}`);
} finally {
  await stage.stop();
}
