import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { asRows } from "@/db/as-rows";
import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { batchGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodeSettleBatch } from "@/lib/adapters/chain/calls/payment-calls";
import {
  authorizationDigest,
  intentIdOf,
  type PaymentTerms,
} from "@/lib/adapters/chain/calls/payments";
import { metadataHashOf } from "@/lib/adapters/chain/calls/registry-calls";
import type { IntentPayment } from "@/lib/adapters/chain/calls/signed-payment";
import {
  addressOf,
  type Chains,
  chainFrom,
  contractOf,
  type Deployment,
  type Token,
} from "@/lib/adapters/chain/chains";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { digits } from "@/lib/core/amounts/money";
import { type Bytes32, lowerHex, refOf, zeroBytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { scanChain } from "@/lib/indexer/scan-chain";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { type Anvil, startAnvil } from "@/scripts/run/services/anvil";
import { startPostgres } from "@/scripts/run/services/postgres";
import { removePostgres } from "@/scripts/run/services/remove-postgres";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { settingsFor } from "./bench-stage";

const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 20_000);
/** Events per second that catching up should reach. */
const AIM = 3_000;

const AMOUNT = 1_000_000n;
const BATCH = 50;
const PAYERS = 200;
/** The first of the accounts that anvil unlocks. */
const SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const SENDER_KEY: Hex = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** A database and a chain of their own, with a merchant. */
interface IndexerStage {
  db: Sql;
  anvil: Anvil;
  chains: Chains;
  deployment: Deployment;
  usdc: Token;
  merchantId: string;
  stop(): Promise<void>;
}

/** Starts a durable Postgres and a chain, and registers a merchant. */
async function openIndexerStage(): Promise<IndexerStage> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const dataDir = join(folder, "postgres");
  const server = await startPostgres({ dataDir });
  await migrate(server.url);
  const db = createDb(server.url, { work: "maintenance" });
  const anvil = await startAnvil({ port: 0, folder });
  const mine = async () => {
    await anvil.request("evm_mine");
  };
  const common = { rpcUrl: anvil.rpcUrl, deployerKey: SENDER_KEY, onPending: mine };
  const tokens = await deployLocalTokens(common);
  const [treasury, admin] = [lowerHex(`0x${"77".repeat(20)}`), lowerHex(`0x${"78".repeat(20)}`)];
  const roles = { operator: SENDER, treasury, admin } as const;
  const file = await deployContracts({ ...common, ...tokens, ...roles, mode: "test" });
  const preset = findPreset("local");
  if (!preset) throw new Error("the local chain has a preset");
  const chain = chainFrom(preset, { rpc: httpRpc([anvil.rpcUrl]) });
  const configured = [{ ...deploymentFile.parse(file), chain }];
  const chains = await pinDeployments(db, configured, createLogger("silent"));
  const [deployment] = chains.deployments;
  const usdc = deployment?.tokens.USDC;
  if (!deployment || !usdc) throw new Error("the chain has USDC");
  const merchantId = await registerMerchant(db, anvil, deployment);
  const stop = async () => {
    await db.end();
    await stopChild(anvil.child, "SIGTERM", "SIGKILL", 2_000);
    await server.stop();
    await removePostgres(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, anvil, chains, deployment, usdc, merchantId, stop };
}

async function registerMerchant(db: Sql, anvil: Anvil, deployment: Deployment): Promise<string> {
  const id = newId("merchant");
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "register",
    args: [metadataHashOf(id), SENDER, SENDER, 100, zeroBytes32],
  });
  await send(anvil, { to: addressOf(deployment, "registry"), data, gas: 500_000n });
  await anvil.request("evm_mine");
  await db`insert into merchants ${db({ id, businessName: "Aurora Coffee" })}`;
  await db`insert into merchant_registrations ${db({
    merchantId: id,
    mode: "test",
    deploymentId: deployment.id,
    chainMerchantId: "1",
    owner: SENDER,
    payout: SENDER,
    feeBps: 100,
  })}`;
  return id;
}

async function send(anvil: Anvil, call: { to: Address; data: Hex; gas: bigint }): Promise<Hex> {
  const gas = `0x${call.gas.toString(16)}`;
  return anvil.request("eth_sendTransaction", [
    { from: SENDER, to: call.to, data: call.data, gas },
  ]);
}

/** Opens `count` sessions, and settles each on chain with its payer's real signatures, in batches of 50. */
async function settlePayments(stage: IndexerStage, count: number): Promise<void> {
  const { anvil, deployment, usdc } = stage;
  const keys = await fundPayers(stage, count);
  for (let done = 0; done < count; done += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - done) }, () =>
      newId("paymentSession"),
    );
    await openSessions(stage, ids);
    const payments = await Promise.all(
      ids.map((id, at) => signPayment(stage, keys[(done + at) % keys.length] ?? "0x", refOf(id))),
    );
    const data = encodeSettleBatch(addressOf(deployment, "registry"), [
      { merchantId: 1n, token: usdc.address, payments },
    ]);
    await send(anvil, {
      to: addressOf(deployment, "processor"),
      data,
      gas: batchGasLimit(1, ids.length),
    });
    await anvil.request("evm_mine");
  }
  await anvil.request("anvil_mine", [deployment.chain.finality.kind === "depth" ? 5 : 1]);
}

async function fundPayers({ anvil, usdc }: IndexerStage, count: number): Promise<Hex[]> {
  const keys = Array.from({ length: PAYERS }, (): Hex => `0x${randomBytes(32).toString("hex")}`);
  for (const key of keys) {
    const { address } = privateKeyToAccount(key);
    const args = [address, AMOUNT * BigInt(count)] as const;
    const data = encodeFunctionData({ abi: localFiatTokenAbi, functionName: "mint", args });
    await send(anvil, { to: usdc.address, data, gas: 200_000n });
  }
  await anvil.request("evm_mine");
  return keys;
}

async function openSessions(stage: IndexerStage, ids: readonly string[]): Promise<void> {
  const { db, deployment, usdc, merchantId } = stage;
  const rows = ids.map((id) => ({ id, ref: refOf(id) }));
  await db`
    insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
      token_address, ref, status, created_via, expires_at)
    select id, ${merchantId}, 'test', ${deployment.id}, ${digits(AMOUNT)}, 'USDC', ${usdc.address},
      hex_bytes(ref), 'pending', 'api', now() + interval '1 day'
    from json_to_recordset(${asRows(rows)}::text::json) as s(id text, ref text)`;
}

async function signPayment(
  { deployment, usdc }: IndexerStage,
  privateKey: Hex,
  ref: Bytes32,
): Promise<IntentPayment> {
  const terms: PaymentTerms = {
    merchantId: 1n,
    token: usdc.address,
    payer: lowerHex(privateKeyToAccount(privateKey).address),
    amount: AMOUNT,
    validAfter: 0n,
    validBefore: 2n ** 40n,
    nonce: `0x${randomBytes(32).toString("hex")}`,
    ref,
  };
  const hashes = [authorizationDigest(deployment, usdc, terms), intentIdOf(deployment, terms)];
  const [authSignature, intentSignature] = await Promise.all(
    hashes.map((hash) => sign({ hash, privateKey, to: "hex" })),
  );
  if (!authSignature || !intentSignature) throw new Error("both were signed");
  return { ...terms, signatures: 2, authSignature, intentSignature };
}

function contextOf({ db, chains }: IndexerStage): Context<SystemActor> {
  const config = settingsFor("postgres://unused");
  const actor = { kind: "system" } as const;
  const log = createLogger("warn");
  return { db, chains, config, log, modules, actor, requestId: newId("request") };
}

/** What reading the same logs takes without writing anything down: the node's part. */
async function readOnly({ anvil, deployment }: IndexerStage): Promise<number> {
  const startedAt = performance.now();
  const head = Number(await anvil.request<string>("eth_blockNumber"));
  for (let from = contractOf(deployment, "processor").startBlock; from <= head; from += 64) {
    const to = Math.min(head, from + 63);
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
    await anvil.request("eth_getLogs", [{ ...range, address: addressOf(deployment, "processor") }]);
  }
  return (performance.now() - startedAt) / 1_000;
}

const stage = await openIndexerStage();
try {
  console.log(`settling ${PAYMENTS} payments on the chain…`);
  await settlePayments(stage, PAYMENTS);
  const ctx = contextOf(stage);
  const startedAt = performance.now();
  const until = new Date(Date.now() + 600_000);
  const outcome = await scanChain(ctx, stage.deployment.chain, until);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [row] = await stage.db<{ count: bigint }[]>`
    select count(*) from payment_sessions where status = 'confirmed'`;
  if (outcome.kind !== "current" || row?.count !== BigInt(PAYMENTS)) {
    throw new Error(`${row?.count} of ${PAYMENTS} were confirmed: ${JSON.stringify(outcome)}`);
  }
  const rate = PAYMENTS / seconds;
  const reading = await readOnly(stage);
  console.log(`${PAYMENTS} payments read, matched and confirmed in ${seconds.toFixed(1)} s`);
  console.log(`eth_getLogs alone: ${reading.toFixed(1)} s`);
  console.log(`${rate.toFixed(0)} events/s : aim of ${AIM} = ${(rate / AIM).toFixed(2)}`);
} finally {
  await stage.stop();
}
