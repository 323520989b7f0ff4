import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData, keccak256, numberToHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { createDb, type Sql } from "@/db/client";
import { migrate } from "@/db/migrate";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { operatorCallData } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf, chainFrom, type Deployment } from "@/lib/adapters/chain/chains";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { findPreset } from "@/lib/adapters/chain/presets";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Address, type Bytes32, type Hex, lowerHex, refOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { type Anvil, startAnvil } from "@/scripts/run/services/anvil";
import { startPostgres } from "@/scripts/run/services/postgres";
import { removePostgres } from "@/scripts/run/services/remove-postgres";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { settingsFor } from "./bench-stage";

/** The first of the accounts that anvil unlocks. */
const SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
const SENDER_KEY: Hex = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const KEEPERS = 3;
const AMOUNT = 1_000_000n;
const DAY = 86_400n;
/** Payers whose transactions are in one block. */
const TOGETHER = 200;

/** A database, a chain and merchants with plans, and what keepers and indexer work with. */
export interface RenewalStage {
  db: Sql;
  anvil: Anvil;
  deployment: Deployment;
  ctx: Context<SystemActor>;
  stop(): Promise<void>;
}

/** A merchant's plan. */
interface Plan {
  readonly chainMerchantId: bigint;
  readonly ref: Bytes32;
}

const keeperKeys = Array.from({ length: KEEPERS }, (_, index) => keccak256(numberToHex(index + 1)));

/** Starts a durable Postgres and a chain with the contracts, whose keepers have gas money. */
export async function openRenewalStage(): Promise<RenewalStage> {
  const folder = mkdtempSync(join(tmpdir(), "stipend-bench-"));
  const dataDir = join(folder, "postgres");
  const server = await startPostgres({ dataDir });
  await migrate(server.url);
  const db = createDb(server.url, { max: 20 });
  const anvil = await startAnvil({ port: 0, folder });
  const onPending = async () => {
    await anvil.request("evm_mine");
  };
  const common = { rpcUrl: anvil.rpcUrl, deployerKey: SENDER_KEY, onPending };
  const tokens = await deployLocalTokens(common);
  const treasury = lowerHex(`0x${"77".repeat(20)}`);
  const admin = lowerHex(`0x${"78".repeat(20)}`);
  const roles = { operator: SENDER, treasury, admin } as const;
  const file = await deployContracts({ ...common, ...tokens, ...roles, mode: "test" });
  const preset = findPreset("local");
  if (!preset) throw new Error("the local chain has a preset");
  const chain = chainFrom(preset, { rpc: httpRpc([anvil.rpcUrl]) });
  const log = createLogger("warn");
  const chains = await pinDeployments(db, [{ ...deploymentFile.parse(file), chain }], log);
  const [deployment] = chains.deployments;
  if (!deployment) throw new Error("there is a deployment");
  const ctx = { db, chains, log, ...configured(server.url), requestId: newId("request") };
  const stage = { db, anvil, deployment, ctx };
  await prepare(stage);
  const stop = async () => {
    await db.end();
    await stopChild(anvil.child, "SIGTERM", "SIGKILL", 2_000);
    await server.stop();
    await removePostgres(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...stage, stop };
}

function configured(
  databaseUrl: string,
): Pick<Context<SystemActor>, "config" | "modules" | "actor"> {
  const config = settingsFor(databaseUrl, {
    RELAYER_PRIVATE_KEYS: keeperKeys.join(","),
  });
  return { config, modules, actor: { kind: "system" } };
}

async function prepare(stage: Omit<RenewalStage, "stop">): Promise<void> {
  const { anvil, deployment } = stage;
  await anvil.request("anvil_autoImpersonateAccount", [true]);
  await anvil.request("evm_setBlockGasLimit", [numberToHex(1_000_000_000n)]);
  for (const key of keeperKeys) {
    const keeper = privateKeyToAddress(key);
    await anvil.request("anvil_setBalance", [keeper, numberToHex(10n ** 22n)]);
    const args = [keeper, true] as const;
    const abi = merchantRegistryAbi;
    const data = encodeFunctionData({ abi, functionName: "setKeeper", args });
    await send(stage, { from: SENDER, to: addressOf(deployment, "registry"), data });
  }
  await anvil.request("evm_mine");
}

async function send(
  { anvil }: Pick<RenewalStage, "anvil">,
  call: { from: Address; to: Address; data: Hex; nonce?: Hex },
): Promise<Hex> {
  const gas = { gas: numberToHex(600_000), gasPrice: numberToHex(3_000_000_000) };
  return anvil.request<Hex>("eth_sendTransaction", [{ ...call, ...gas }]);
}

let merchants = 0n;

/** Registers a merchant with a monthly plan. */
async function addPlan(stage: RenewalStage): Promise<Plan> {
  const { db, deployment } = stage;
  const [id, planId] = [newId("merchant"), newId("plan")];
  const payout = lowerHex(privateKeyToAddress(keccak256(numberToHex(1_000_000n + merchants))));
  const { registry } = deployment.contracts;
  const terms = { id, owner: payout, payout, feeBps: 100 };
  const data = operatorCallData.register(terms);
  await send(stage, { from: SENDER, to: registry.address, data });
  merchants += 1n;
  const chainMerchantId = merchants;
  const common = { merchantId: id, mode: "test", deploymentId: deployment.id };
  await db`insert into merchants ${db({ id, businessName: "Aurora Coffee" })}`;
  const registration = { chainMerchantId: String(chainMerchantId), owner: payout, payout };
  await db`insert into merchant_registrations ${db({ ...common, ...registration, feeBps: 100 })}`;
  const ref = refOf(planId);
  const price = { amount: String(AMOUNT), currency: "USDC", tokenAddress: deployment.usdc };
  const interval = { interval: "monthly", intervalCount: 1, intervalSeconds: String(30n * DAY) };
  const words = { id: planId, name: "Membership", trialDays: 2, ref, metadata: db.json({}) };
  await db`insert into subscription_plans ${db({ ...common, ...price, ...interval, ...words })}`;
  return { chainMerchantId, ref };
}

let payers = 0n;

/**
 * Enrols `count` payers with the plans of so many new merchants; their first charge is due in a day.
 * @param wanted.isFunded whether they have what it takes
 * @returns the payers
 */
export async function enrol(
  stage: RenewalStage,
  wanted: { count: number; merchants: number; isFunded?: boolean },
): Promise<Address[]> {
  const { anvil, deployment } = stage;
  const plans: Plan[] = [];
  while (plans.length < wanted.merchants) plans.push(await addPlan(stage));
  await anvil.request("evm_mine");
  const block = await anvil.request<{ timestamp: Hex }>("eth_getBlockByNumber", ["latest", false]);
  const startAt = BigInt(block.timestamp) + DAY;
  const enrolled: Address[] = [];
  while (enrolled.length < wanted.count) {
    const size = Math.min(TOGETHER, wanted.count - enrolled.length);
    const some = Array.from({ length: size }, () => nextPayer());
    if (wanted.isFunded !== false) await fund(stage, some);
    await Promise.all(
      some.map((payer, index) => {
        const plan = plans[(enrolled.length + index) % plans.length];
        return plan && enrolPayer(stage, { payer, plan, startAt });
      }),
    );
    await anvil.request("evm_mine");
    enrolled.push(...some);
  }
  await anvil.request("anvil_mine", [deployment.chain.finality.kind === "depth" ? 5 : 1]);
  return enrolled;
}

function nextPayer(): Address {
  payers += 1n;
  return lowerHex(numberToHex((1n << 150n) + payers, { size: 20 }));
}

/** Mints what one charge takes for each; the next block brings it. @returns the transactions */
export async function fund(stage: RenewalStage, to: readonly Address[]): Promise<Hex[]> {
  const first = await stage.anvil.request<Hex>("eth_getTransactionCount", [SENDER, "pending"]);
  return Promise.all(
    to.map((payer, index) => {
      const mint = { abi: localFiatTokenAbi, functionName: "mint", args: [payer, AMOUNT] } as const;
      const nonce = numberToHex(Number(first) + index);
      const data = encodeFunctionData(mint);
      return send(stage, { from: SENDER, to: stage.deployment.usdc, data, nonce });
    }),
  );
}

/** Has a payer allow the contract so many charges. @returns the transaction */
export function allow(
  stage: Pick<RenewalStage, "anvil" | "deployment">,
  payer: Address,
  { charges, nonce }: { charges: bigint; nonce: number },
): Promise<Hex> {
  const args = [addressOf(stage.deployment, "subscriptions"), charges * AMOUNT] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  const to = stage.deployment.usdc;
  return send(stage, { from: payer, to, data, nonce: numberToHex(nonce) });
}

async function enrolPayer(
  stage: RenewalStage,
  { payer, plan, startAt }: { payer: Address; plan: Plan; startAt: bigint },
): Promise<void> {
  const { anvil, deployment } = stage;
  const [manager, token] = [addressOf(deployment, "subscriptions"), deployment.usdc];
  await anvil.request("anvil_setBalance", [payer, numberToHex(10n ** 19n)]);
  await allow(stage, payer, { charges: 12n, nonce: 0 });
  const terms = {
    payer,
    registry: addressOf(deployment, "registry"),
    merchantId: plan.chainMerchantId,
    token,
    amount: AMOUNT,
    interval: 30n * DAY,
    startAt,
    endAt: startAt + 360n * DAY,
    permitValue: 12n * AMOUNT,
    permitDeadline: 0n,
    permitNonce: 0n,
    ref: plan.ref,
  };
  const call = {
    abi: subscriptionManagerAbi,
    functionName: "subscribeDirect",
    args: [terms],
  } as const;
  const data = encodeFunctionData(call);
  await send(stage, { from: payer, to: manager, data, nonce: numberToHex(1) });
}
