import { randomBytes } from "node:crypto";
import { encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { readEnv } from "@/lib/adapters/env/env";
import type { Bytes32 } from "@/lib/core/chain/hex";
import {
  type BenchStage,
  makePayers,
  openStage,
  type Payer,
  percentile,
  sendFrom,
  untilMined,
} from "./bench-stage";
import { makeMerchants } from "./make-merchants";
import { preparePayments, relayPayments } from "./payment-load";
import { plainTransferMessage } from "./plain-transfer";

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 1_000);
/** Payments to one merchant are compared with payments to so many; 1 for not at all. */
const MERCHANTS = Number(process.env.BENCH_MERCHANTS ?? 1);
const ROUNDS = 3;
const PAYERS = 200;
const AMOUNT = 1_000_000n;
/** Transfers of a wallet that wait for their blocks at once. */
const IN_FLIGHT = 50;

/** The calldata of a `transferWithAuthorization` that the payer has signed. */
async function signTransfer({ deployment, usdc }: BenchStage, payer: Payer): Promise<Hex> {
  const nonce: Bytes32 = `0x${randomBytes(32).toString("hex")}`;
  const { address, privateKey } = payer;
  const [to, amount, validBefore] = [deployment.treasury, 1_000n, 2n ** 40n] as const;
  const message = plainTransferMessage(usdc, { payer: address, to, amount, validBefore, nonce });
  const { v, r, s } = splitSignature(await privateKeyToAccount(privateKey).signTypedData(message));
  return encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "transferWithAuthorization",
    args: [address, to, amount, 0n, validBefore, nonce, v, r, s],
  });
}

/** One transaction a transfer, from the relay's wallets, each with many in flight. @returns transfers a second */
async function transferPlainly(
  stage: BenchStage,
  wallets: readonly Payer["privateKey"][],
  payer: Payer,
) {
  const { rpc, usdc } = stage;
  const calls: Hex[] = [];
  while (calls.length < PAYMENTS) calls.push(await signTransfer(stage, payer));
  const startedAt = performance.now();
  await Promise.all(
    wallets.map(async (wallet) => {
      const params = [privateKeyToAccount(wallet).address, "pending"];
      let nonce = Number(await rpc.request({ method: "eth_getTransactionCount", params }));
      for (let some = calls.splice(0, IN_FLIGHT); some.length; some = calls.splice(0, IN_FLIGHT)) {
        const hashes: Hex[] = [];
        for (const data of some) {
          const call = { to: usdc.address, data, gas: 300_000n, chainId: usdc.chainId };
          hashes.push(await sendFrom(rpc, wallet, nonce, call));
          nonce += 1;
        }
        await untilMined(rpc, hashes);
      }
    }),
  );
  return PAYMENTS / ((performance.now() - startedAt) / 1_000);
}

/** Payments to one merchant and to many, in turn. */
async function compareMerchants(stage: BenchStage, payers: readonly Payer[]): Promise<void> {
  const many = await makeMerchants(stage, MERCHANTS);
  const rates = { one: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ["one", "many"] as const) {
      const keys = kind === "one" ? many.slice(0, 1) : many;
      const bodies = await preparePayments(stage, payers, {
        count: PAYMENTS,
        amount: AMOUNT,
        keys,
      });
      rates[kind].push(PAYMENTS / (await relayPayments(stage, bodies)).confirmed);
    }
  }
  const [one, ofMany] = [percentile(rates.one, 0.5), percentile(rates.many, 0.5)];
  console.log(
    `${PAYMENTS} payments, medians of ${ROUNDS}: of one merchant ${one.toFixed(1)}/s, of ${MERCHANTS} ${ofMany.toFixed(1)}/s, ${(one / ofMany).toFixed(2)}`,
  );
}

const stage = await openStage();
try {
  const payers = await makePayers(stage, PAYERS, AMOUNT * BigInt((1 + 2 * ROUNDS) * PAYMENTS));
  const bodies = await preparePayments(stage, payers, { count: PAYMENTS, amount: AMOUNT });
  const { accepted, confirmed } = await relayPayments(stage, bodies);
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
    `plain transferWithAuthorization from ${wallets.length} wallets, ${IN_FLIGHT} in flight each: ${plain.toFixed(1)} payments/s`,
  );
  console.log(`relay : plain = ${(rate / plain).toFixed(2)}`);
  if (MERCHANTS > 1) await compareMerchants(stage, payers);
} finally {
  await stage.stop();
}
