import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { deploymentOf } from "@/lib/adapters/chain/chains";
import type { Context, SystemActor } from "@/lib/domain/context";
import { startWatcher, type Watcher } from "./checks/watcher";
import { type Api, connectApi } from "./clients/api";
import { type Courier, startCourier } from "./clients/courier";
import { startOperator } from "./clients/operator-calls";
import { newLedger, type Order, type Stage } from "./clients/stage";
import { planOrders, runOrders } from "./clients/workload";
import { type ChaosMiner, startMiner } from "./faults/chain-miner";
import { type DatabaseTrouble, startDatabaseTrouble } from "./faults/database-trouble";
import { spendNonce } from "./faults/foreign-use";
import { type LeaseTheft, startLeaseTheft } from "./faults/lease-theft";
import { expireLeases, type Stalls, startStalls } from "./faults/stalls";
import { startWrongNode, type WrongNode } from "./faults/wrong-node";
import type { ChaosOptions } from "./options";
import { type Audience, seatAudience } from "./receivers/audience";
import { type ChaosRig, startChaosRig } from "./rig/chaos-rig";
import { asOperator, checkerContext } from "./rig/checker-context";
import { type Supervisor, startSupervisor } from "./rig/supervisor";
import { groupWorkers } from "./rig/worker-groups";
import { type Dice, seededDice } from "./seeded";
import { bundleWorker } from "./worker/bundle-worker";
import type { PlainDeployment } from "./worker/work-order";

/** How far behind the head an indexer is that follows it. */
const NEAR_BLOCKS = 3;

/** Reorganisations that a run has at least. */
export const LEAST_REORGS = 2;

/** What is tested. */
export interface Product {
  /** The project, or a changed copy of it. */
  sources: string;
  /** Changes to the schema, after the migrations. */
  statements: readonly string[];
}

/** Everything that is running during a run. */
export interface ChaosRun {
  options: ChaosOptions;
  dice: Dice;
  folder: string;
  rig: ChaosRig;
  ctx: Context<SystemActor>;
  supervisor: Supervisor;
  api: Api;
  audience: Audience;
  courier: Courier;
  miner: ChaosMiner;
  watcher: Watcher;
  stage: Stage;
  orders: Order[];
  /** Transactions that somebody else made with a relayer's key. */
  foreign: Set<string>;
}

/** What is done to a run while it lasts. */
export interface Trouble {
  database: DatabaseTrouble;
  leases: LeaseTheft;
  stalls: Stalls;
  wrongNode: WrongNode;
}

/** Starts everything, workers last. */
export async function openRun(
  options: ChaosOptions,
  product: Product,
  folder: string,
): Promise<ChaosRun> {
  const dice = seededDice(options.seed);
  const program = join(folder, "worker.cjs");
  const [rig] = await Promise.all([
    startChaosRig({
      folder,
      dice,
      finalityDepth: options.finalityDepth,
      couriers: options.payments + 1,
      statements: product.statements,
    }),
    bundleWorker(product.sources, program),
  ]);
  const { database, chain, proxy, chains, merchants, environment } = rig;
  const ctx = checkerContext(database.db, chains, environment);
  const audience = await seatAudience(ctx, merchants);
  const miner = startMiner(chain.request, proxy, dice, (head) => isRead(database.db, head));
  const supervisor = startSupervisor(
    program,
    join(folder, "workers"),
    groupWorkers(options.targets),
    {
      seed: options.seed,
      environment,
      deployments: chains.deployments.map(({ chain: _, ...file }): PlainDeployment => file),
      finalityDepth: options.finalityDepth,
      rpcUrls: { faulty: proxy.url, true: chain.rpcUrl },
    },
    dice,
  );
  const api = connectApi(supervisor);
  const courier = startCourier(chain.request, rig.couriers);
  const watcher = startWatcher(database.db, chain.request, options.finalityDepth, () => proxy.head);
  const stage = stageOf(rig, dice, api, courier);
  const directFactor = options.targets.includes("relay") ? 1 : 3;
  const { payments } = options;
  const orders = planOrders({ ...rig, payments, directFactor }, dice);
  const run = { options, dice, folder, rig, ctx, supervisor, api, audience, courier };
  return { ...run, miner, watcher, stage, orders, foreign: new Set() };
}

/** Whether the indexer has come near the head. */
async function isRead(db: Sql, head: number): Promise<boolean> {
  // The database is down now and then.
  const [cursor] = await db<{ number: bigint }[]>`select number from chain_cursors`.catch(() => []);
  return cursor !== undefined && Number(cursor.number) + NEAR_BLOCKS >= head;
}

function stageOf(rig: ChaosRig, dice: Dice, api: Api, courier: Courier): Stage {
  const { chains, merchants, database, chain } = rig;
  return {
    api,
    chains,
    courier,
    db: database.db,
    dice,
    merchants,
    ledger: newLedger(),
    chainTime: async () => {
      const params = ["latest", false];
      const block = await chain.request<{ timestamp: string }>("eth_getBlockByNumber", params);
      return BigInt(block.timestamp);
    },
  };
}

/** The first phase: clients pay while everything goes wrong. Settles when the faults have stopped. */
export async function runFaults(
  run: ChaosRun,
): Promise<{ trouble: Trouble; clients: Promise<void> }> {
  const { rig, dice, options, stage, orders, supervisor, miner, audience } = run;
  const trouble = {
    database: startDatabaseTrouble(rig.database, dice),
    leases: startLeaseTheft(rig.database.db, dice),
    stalls: startStalls(supervisor, rig.database.db, dice),
    wrongNode: startWrongNode(rig.proxy, rig.chain.strangerUrl, dice),
  };
  const intrusions = intrude(run);
  const deployment = deploymentOf(rig.chains, "test");
  const operator = startOperator(asOperator(run.ctx), { deployment, merchantId: rig.idle.id });
  const clients = runOrders(stage, orders, options.faultSeconds * 0.9);
  // A client that fails ends the run at once.
  await Promise.race([enough(run), clients.then(() => new Promise<never>(() => {}))]);
  const parts = Object.values(trouble).map((part: { stop(): Promise<void> }) => part.stop());
  await Promise.all([...parts, intrusions, operator.stop()]);
  await audience.rotate();
  miner.calm();
  await supervisor.calm(async () => {
    rig.proxy.heal();
    rig.engine.heal();
    audience.heal();
    // Nobody holds them any more.
    await expireLeases(rig.database.db);
  });
  return { trouble, clients };
}

/** Each wallet's key is used by somebody else, once. */
async function intrude({ options, rig, foreign }: ChaosRun): Promise<void> {
  const wallets = [...rig.relayers, rig.operator];
  for (const wallet of wallets) {
    await sleep((options.faultSeconds * 1_000) / (wallets.length + 1));
    foreign.add(await spendNonce(rig.chain.request, wallet));
  }
}

/** A busy machine does everything more slowly: deaths and reorganisations are what counts. */
async function enough({ options, supervisor, miner }: ChaosRun): Promise<void> {
  const startedAt = Date.now();
  const leastMs = options.faultSeconds * 1_000;
  for (;;) {
    await sleep(200);
    const passedMs = Date.now() - startedAt;
    const deaths = [...supervisor.crashes.values()].reduce((sum, count) => sum + count, 0);
    const reorgs = [...miner.reorgs.values()].reduce((sum, count) => sum + count, 0);
    const isEnough = supervisor.kills() + deaths >= options.deaths && reorgs >= LEAST_REORGS;
    if (passedMs >= leastMs && isEnough) return;
    if (passedMs >= 3 * leastMs) return;
  }
}

export async function closeRun(run: ChaosRun): Promise<void> {
  await Promise.all([run.watcher.stop(), run.courier.stop()]);
  await run.supervisor.stop();
  await run.miner.stop();
  await run.audience.stop();
  await run.rig.stop();
}
