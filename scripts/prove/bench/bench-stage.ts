import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createDb, type Sql } from "@/db/client";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { type Deployment, deploymentOf, type Token } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Env, envSchema, readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import type { DemoOptions } from "@/scripts/run/demo/demo-options";
import { type Demo, startDemo } from "@/scripts/run/demo/start-demo";
import { signTermsTwice } from "@/sdk/src/payer/sign-terms";
import { fillLists } from "@/testing/lists/list-rows";
import { paymentAt } from "@/testing/payment-at";

/** Settings of a context that no process has read from its environment. */
export function settingsFor(databaseUrl: string, further: object = {}): Env {
  const secret = Buffer.alloc(32).toString("base64");
  return envSchema.parse({
    APP_URL: "http://localhost:3000",
    DATABASE_URL: databaseUrl,
    STIPEND_SECRET_KEY: secret,
    API_KEY_PEPPER: secret,
    TEST_DEPLOYMENT: "unused",
    INNGEST_SIGNING_KEY: "signkey-test-00",
    INNGEST_EVENT_KEY: "unused-key",
    ...further,
  });
}

/** A demo of its own, for measuring. */
export interface BenchStage {
  demo: Demo;
  db: Sql;
  rpc: Rpc;
  deployment: Deployment;
  usdc: Token;
  /** Mints and holds ether: the local tokens' owner. */
  faucetKey: Hex;
  stop(): Promise<void>;
}

export interface Payer {
  address: Address;
  privateKey: Hex;
}

/** Starts a demo in a temporary folder on free ports. */
export async function openStage(
  appEnv: Record<string, string> = {},
  chain: Pick<DemoOptions, "finalityDepth" | "blockMs"> = {},
): Promise<BenchStage> {
  const dataDir = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
  const limits = { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn" };
  const demo = await startDemo({ dataDir, ...ports, ...chain, appEnv: { ...limits, ...appEnv } });
  const config = readEnv(demo.settings);
  const db = createDb(demo.databaseUrl, { max: 4, work: "maintenance" });
  const chains = await pinDeployments(
    db,
    await configuredDeployments(config),
    createLogger("silent"),
  );
  const deployment = deploymentOf(chains, "test");
  const [faucetKey] = config.FAUCET_PRIVATE_KEY;
  if (!deployment.tokens.USDC || !faucetKey) throw new Error("the demo has USDC and a faucet");
  return {
    demo,
    db,
    rpc: deployment.chain.rpc,
    deployment,
    usdc: deployment.tokens.USDC,
    faucetKey,
    stop: async () => {
      await db.end();
      await demo.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until every transaction has a receipt. */
export async function untilMined(rpc: Rpc, hashes: readonly Hex[]): Promise<void> {
  for (const hash of hashes) {
    for (;;) {
      const receipt = await rpc.request({ method: "eth_getTransactionReceipt", params: [hash] });
      if (receipt) break;
      await sleep(50);
    }
  }
}

/** New wallets with `balance` of test USDC each, in its smallest unit. */
export async function makePayers(
  { rpc, usdc, faucetKey }: BenchStage,
  count: number,
  balance: bigint,
): Promise<Payer[]> {
  const payers = Array.from({ length: count }, (): Payer => {
    const privateKey: Hex = `0x${randomBytes(32).toString("hex")}`;
    return { privateKey, address: lowerHex(privateKeyToAccount(privateKey).address) };
  });
  const faucet = privateKeyToAccount(faucetKey);
  const params = [faucet.address, "pending"];
  const first = Number(await rpc.request({ method: "eth_getTransactionCount", params }));
  const hashes: Hex[] = [];
  for (const [index, { address }] of payers.entries()) {
    const data = encodeFunctionData({
      abi: localFiatTokenAbi,
      functionName: "mint",
      args: [address, balance],
    });
    const call = { to: usdc.address, data, gas: 200_000n, chainId: usdc.chainId };
    hashes.push(await sendFrom(rpc, faucetKey, first + index, call));
  }
  await untilMined(rpc, hashes);
  return payers;
}

/** Signs a transaction and sends it. */
export async function sendFrom(
  rpc: Rpc,
  privateKey: Hex,
  nonce: number,
  call: { to: Address; data: Hex; gas: bigint; chainId: number; value?: bigint },
): Promise<Hex> {
  const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  const raw = await privateKeyToAccount(privateKey).signTransaction({ ...call, ...fees, nonce });
  return (await rpc.request({ method: "eth_sendRawTransaction", params: [raw] })) as Hex;
}

/** A payer's two signatures for a session, as `POST /v1/relay/payments` takes them. */
export async function signPayment(
  { deployment, usdc }: Pick<BenchStage, "deployment" | "usdc">,
  payer: Payer,
  session: { id: string; ref: Bytes32; merchantId: bigint; amount: bigint },
): Promise<Record<string, unknown>> {
  const { id, ...agreed } = session;
  const terms = {
    ...agreed,
    token: usdc.address,
    payer: payer.address,
    nonce: `0x${randomBytes(32).toString("hex")}`,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 3600),
  } as const;
  const signer = privateKeyToAccount(payer.privateKey);
  const signed = await signTermsTwice(signer, usdc, paymentAt(deployment, terms));
  return { idempotencyKey: id, sessionId: id, ...signed };
}

/**
 * Fills the lists without their indexes, which are made afterwards: that takes a fraction of the time.
 * @returns the merchant that has most of the rows
 */
export async function fillQuickly({ db, deployment }: BenchStage, rows: number): Promise<string> {
  const [merchant] = await db<{ id: string }[]>`select id from merchants limit 1`;
  if (!merchant) throw new Error("the demo has a merchant");
  console.log(`filling each list with ${rows} rows`);
  const indexes = await db<{ name: string; definition: string }[]>`
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = c.oid)`;
  for (const { name } of indexes) await db`drop index ${db(name)}`;
  const filling = { rows, big: merchant.id, other: newId("merchant") };
  await fillLists(db, { ...filling, deploymentId: deployment.id });
  // Of a partitioned table it says `only`, which would leave its partitions without.
  for (const { definition } of indexes) await db.unsafe(definition.replace(" ON ONLY ", " ON "));
  await db`analyze`;
  return merchant.id;
}

/** Reads one path of the API, by default with the merchant's key, and returns what that took in milliseconds. */
export async function timeGet(
  { demo }: BenchStage,
  path: string,
  bearer = demo.info.apiKeys.secret,
): Promise<number> {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(demo.info.baseUrl + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - sentAt;
}

/** Reads paths in turn at a fixed rate, however slow the answers are, and returns what each took in milliseconds. */
export function sendAtRate(
  stage: BenchStage,
  paths: readonly string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const startedAt = performance.now();
  const times = Array.from({ length: seconds * perSecond }, async (_, index) => {
    const dueAt = startedAt + (index * 1_000) / perSecond;
    await sleep(dueAt - performance.now());
    return timeGet(stage, paths[index % paths.length] ?? "/");
  });
  return Promise.all(times);
}

/** The value below which a share of the values lies; not a number of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
