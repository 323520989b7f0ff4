import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, encodePacked, type Hex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { compactSignature, splitSignature } from "@/lib/adapters/chain/calls/signatures";
import { readOptions } from "@/scripts/run/run-with-options";
import { startAnvil } from "@/scripts/run/services/anvil";
import { gasAims, readCallGas, readTransactionGas, writeTransactionGas } from "./gas-figures";
import { measureRenewals } from "./gas-renewals";
import {
  AMOUNT,
  fundPayer,
  MERCHANT_ID,
  prepareStage,
  type Stage,
  signPayment,
  signTerms,
  signTransfer,
  VALID_BEFORE,
} from "./gas-stage";

const { snapshot: isSnapshot = false } = readOptions({ snapshot: { type: "boolean" } }).given;

const BATCH_SIZES = [1, 10, 50];

/**
 * npm run bench:gas [-- --snapshot]
 *
 * Measures whole transactions, of a batch for one of its items, in hundreds of gas: signatures and amounts vary by some
 * bytes. What differs from the committed figures fails; --snapshot writes them down anew. Documents state these, and the
 * calls' own gas, which the tests of the contracts measure.
 */
const folder = mkdtempSync(join(tmpdir(), "stipend-gas-"));
const measured = new Map<string, number>();
const anvil = await startAnvil({ port: 0, folder });
try {
  await anvil.request("evm_setAutomine", [true]);
  const stage = await prepareStage(anvil);
  console.log("gas per payment (USDC behind a proxy, 1 % fee, a balance stays, payout exists)\n");
  await measurePayments(stage);
  console.log("\ngas per renewal\n");
  const renewals = await measureRenewals(anvil, stage, BATCH_SIZES.slice(1));
  note("transferFrom", renewals.plain, renewals.plain);
  note("charge", renewals.single, renewals.plain);
  for (const [size, gas] of renewals.batches) note(`chargeBatch of ${size}`, gas, renewals.plain);
  printSnapshots();
  compareFigures();
} finally {
  anvil.child.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function measurePayments(stage: Stage): Promise<void> {
  await settlePay(stage); // Payout and processor hold tokens from here on, as they do in practice.
  const plain = await transferPlain(stage);
  note("transferWithAuthorization", plain, plain);
  note("pay", await settlePay(stage), plain);
  for (const size of BATCH_SIZES) {
    note(`settleBatch of ${size}`, (await settleBatch(stage, size)) / size, plain);
  }
  note("payTerms", await settleTerms(stage), plain);
  for (const size of BATCH_SIZES) {
    note(`settleTermsBatch of ${size}`, (await settleTermsBatch(stage, size)) / size, plain);
  }
}

/** Gas of one plain EIP-3009 transfer to an account that already holds the token. */
async function transferPlain(stage: Stage): Promise<number> {
  const { deployer, token, payout } = stage;
  const payer = await fundPayer(stage);
  const nonce = generatePrivateKey();
  const { v, r, s } = splitSignature(await signTransfer(stage, payer, payout, nonce));
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: fiatTokenAbi,
    address: token,
    functionName: "transferWithAuthorization",
    args: [payer.address, payout, AMOUNT, 0n, VALID_BEFORE, nonce, v, r, s],
  });
  return gasUsed(stage, hash);
}

/** Gas of one payment through `pay`. */
async function settlePay(stage: Stage): Promise<number> {
  const { deployer, token, processor } = stage;
  const { payer, nonce, ref, auth, intent } = await signPayment(stage);
  const payment = {
    registry: stage.registry,
    merchantId: MERCHANT_ID,
    token,
    from: payer.address,
    amount: AMOUNT,
    validAfter: 0n,
    validBefore: VALID_BEFORE,
    nonce,
    ref,
  };
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "pay",
    args: [payment, splitSignature(auth), splitSignature(intent)],
  });
  return gasUsed(stage, hash);
}

/** Gas of one batch of `size` payments to one merchant, from as many payers. */
async function settleBatch(stage: Stage, size: number): Promise<number> {
  const { deployer, token, processor } = stage;
  const items = [];
  for (let index = 0; index < size; index += 1) {
    const { payer, nonce, ref, auth, intent } = await signPayment(stage);
    items.push({
      from: payer.address,
      amount: AMOUNT,
      validAfter: 0n,
      validBefore: VALID_BEFORE,
      nonce,
      ref,
      authR: compactSignature(auth).r,
      authVS: compactSignature(auth).vs,
      intentR: compactSignature(intent).r,
      intentVS: compactSignature(intent).vs,
    });
  }
  const gas = await deployer.client.readContract({
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "batchGasLimit",
    args: [1n, BigInt(size)],
  });
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "settleBatch",
    args: [stage.registry, [{ merchantId: MERCHANT_ID, token, items }]],
    gas,
  });
  return gasUsed(stage, hash);
}

/** Gas of one payment through `payTerms`. */
async function settleTerms(stage: Stage): Promise<number> {
  const { deployer, token, processor } = stage;
  const { payer, ref, salt, auth } = await signTerms(stage);
  const terms = {
    registry: stage.registry,
    merchantId: MERCHANT_ID,
    token,
    from: payer.address,
    amount: AMOUNT,
    validAfter: 0n,
    validBefore: VALID_BEFORE,
    ref,
    salt,
  };
  const hash = await deployer.client.writeContract({
    chain: null,
    abi: paymentProcessorAbi,
    address: processor,
    functionName: "payTerms",
    args: [terms, splitSignature(auth)],
  });
  return gasUsed(stage, hash);
}

/** Gas of one batch of `size` payments with one signature each. */
async function settleTermsBatch(stage: Stage, size: number): Promise<number> {
  const { deployer, token, processor } = stage;
  const items: Hex[] = [];
  for (let index = 0; index < size; index += 1) {
    const { payer, ref, salt, auth } = await signTerms(stage);
    const { r, vs } = compactSignature(auth);
    items.push(
      encodePacked(
        ["address", "uint64", "uint32", "uint96", "bytes32", "bytes32", "bytes32"],
        [payer.address, AMOUNT, Number(VALID_BEFORE), salt, ref, r, vs],
      ),
    );
  }
  const contract = { abi: paymentProcessorAbi, address: processor } as const;
  const gas = await deployer.client.readContract({
    ...contract,
    functionName: "batchGasLimit",
    args: [1n, BigInt(size)],
  });
  const hash = await deployer.client.writeContract({
    ...contract,
    chain: null,
    functionName: "settleTermsBatch",
    args: [stage.registry, [{ merchantId: MERCHANT_ID, token, items: concat(items) }]],
    gas,
  });
  return gasUsed(stage, hash);
}

/** What the tests of the contracts measure: calls alone, such as enrolments and refunds. */
function printSnapshots(): void {
  console.log("\ngas of calls, without 21,000 and calldata (contracts/snapshots)\n");
  for (const [name, gas] of readCallGas()) {
    console.log(`${name.padEnd(52)}${gas.toLocaleString("en").padStart(9)}`);
  }
}

/** Compares what was measured with what is committed, or writes it. */
function compareFigures(): void {
  const figures = new Map([...measured].map(([name, gas]) => [name, 100 * Math.round(gas / 100)]));
  if (isSnapshot) {
    writeTransactionGas(figures);
    return;
  }
  const committed = readTransactionGas();
  for (const [name, gas] of figures) {
    const known = committed.get(name);
    // A hundred more or less is the bytes of signatures.
    if (known !== undefined && Math.abs(gas - known) <= 100) continue;
    console.error(
      `${name}: ${gas} gas, and ${known} are committed (-- --snapshot writes them down)`,
    );
    process.exitCode = 1;
  }
}

async function gasUsed({ deployer }: Stage, hash: Hex): Promise<number> {
  return Number((await deployer.settle(hash)).gasUsed);
}

function note(label: string, gas: number, plain: number): void {
  measured.set(label, gas);
  const percent = (100 * gas) / plain;
  const aim = gasAims[label];
  const figure = Math.round(gas).toLocaleString("en");
  const wanted = aim === undefined ? "" : `  (aim: at most ${aim} %)`;
  console.log(
    `${label.padEnd(28)}${figure.padStart(9)}${percent.toFixed(1).padStart(8)} %${wanted}`,
  );
  if (aim !== undefined && percent > aim) process.exitCode = 1;
}
