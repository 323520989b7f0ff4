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
  untilMined,
} from "./bench-stage";
import { preparePayments, relayPayments } from "./payment-load";

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 1_000);
const PAYERS = 200;
const AMOUNT = 1_000_000n;
/** Enough for the plain transfers' rate to be steady. */
const PLAIN_SECONDS = 20;

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
    `plain transferWithAuthorization from ${wallets.length} wallets: ${plain.toFixed(1)} payments/s`,
  );
  console.log(`relay : plain = ${(rate / plain).toFixed(1)}`);
} finally {
  await stage.stop();
}
