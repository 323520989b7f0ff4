import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { startWatcher, type Watcher } from "./checks/watcher";
import { recordClaims } from "./checks/webhook-claims";
import { type Api, connectApi } from "./clients/api";
import { type Courier, startCourier } from "./clients/courier";
import { type MerchantWallets, startMerchantWallets } from "./clients/merchant-wallets";
import { startOperators } from "./clients/operator-calls";
import { newLedger, type Order, type Stage } from "./clients/stage";
import { planOrders, runOrders } from "./clients/workload";
import { type ChaosMiner, startMiner } from "./faults/chain-miner";
import {
  type DatabaseTrouble,
  type LeaseTheft,
  startDatabaseTrouble,
  startLeaseTheft,
} from "./faults/database-trouble";
import { spendNonce } from "./faults/foreign-use";
import { type LostFinalBlock, startLostFinalBlock } from "./faults/lost-final-block";
import { expireLeases, type Stalls, startStalls } from "./faults/stalls";
import { startWrongNode, type WrongNode } from "./faults/wrong-node";
import type { ChaosOptions, Product } from "./options";
import { type Audience, seatAudience } from "./receivers/audience";
import { type ChaosRig, operatedOn, startChaosRig } from "./rig/chaos-rig";
import {
  asOperator,
  checkerContext,
  isRead,
  readFinalBlock,
  readSetup,
} from "./rig/checker-context";
import { type Supervisor, startSupervisor } from "./rig/supervisor";
import { type Dice, seededDice } from "./seeded";
import { bundleWorker } from "./worker/bundle-worker";
import { groupWorkers, type PlainDeployment } from "./worker/work-order";

/** Reorganisations that a run has at least. */
export const LEAST_REORGS = 2;

/** How long the second chain is halted at least. */
const LEAST_HALTED_MS = 10_000;

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
  /** Of both chains. */
  couriers: ReadonlyMap<number, Courier>;
  wallets: ReadonlyMap<number, MerchantWallets>;
  miner: ChaosMiner;
  secondMiner: ChaosMiner;
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
  /** Of the second chain, which stays halted until an operator rebuilds it. */
  lostBlock: LostFinalBlock;
}

/** What is left when the faults have stopped. */
export interface Aftermath {
  trouble: Trouble;
  /** When every lease was ended, Unix milliseconds. */
  leaseEnds: readonly number[];
  /** Settles when they have all paid. */
  clients: Promise<void>;
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
      statements: [...recordClaims, ...product.statements],
    }),
    bundleWorker(product.sources, program),
  ]);
  const { database, chain, proxy, second, chains, merchants, environment } = rig;
  const ctx = checkerContext(database.db, chains, environment);
  const audience = await seatAudience(ctx, merchants);
  await readSetup(ctx);
  const [miner, secondMiner] = [rig, second].map((site) =>
    startMiner(site.chain.request, site.proxy, dice, (head) =>
      isRead(database.db, site.chain.id, head),
    ),
  ) as [ChaosMiner, ChaosMiner];
  const supervisor = startSupervisor(
    program,
    join(folder, "workers"),
    groupWorkers(options.targets),
    {
      seed: options.seed,
      environment,
      deployments: chains.deployments.map(({ chain: _, ...file }): PlainDeployment => file),
      finalityDepth: options.finalityDepth,
      rpcUrls: {
        [chain.id]: { faulty: proxy.url, true: chain.rpcUrl },
        [second.chain.id]: { faulty: second.proxy.url, true: second.chain.rpcUrl },
      },
    },
    dice,
  );
  const api = connectApi(supervisor);
  const couriers = new Map(
    [chain, second.chain].map(({ id, request }) => [id, startCourier(id, request, rig.couriers)]),
  );
  const wallets = new Map([[chain.id, startMerchantWallets(chain.id, chain.request)]]);
  const watcher = startWatcher(database.db, chain, options.finalityDepth, () => proxy.head);
  const stage = stageOf(rig, dice, api, { couriers, wallets });
  const directFactor = options.targets.includes("relay") ? 1 : 3;
  const { payments } = options;
  const orders = planOrders({ ...rig, payments, directFactor }, dice);
  const run = { options, dice, folder, rig, ctx, supervisor, api, audience, couriers, wallets };
  return { ...run, miner, secondMiner, watcher, stage, orders, foreign: new Set() };
}

function stageOf(
  rig: ChaosRig,
  dice: Dice,
  api: Api,
  carriers: Pick<Stage, "couriers" | "wallets">,
): Stage {
  const { chains, merchants, database, chain, second } = rig;
  return {
    api,
    chains,
    ...carriers,
    db: database.db,
    dice,
    merchants,
    ledger: newLedger(),
    chainTime: async (chainId) => {
      const params = ["latest", false];
      const { request } = chainId === chain.id ? chain : second.chain;
      const block = await request<{ timestamp: string }>("eth_getBlockByNumber", params);
      return BigInt(block.timestamp);
    },
  };
}

/** The first phase: clients pay while everything goes wrong. Settles when the faults have stopped. */
export async function runFaults(run: ChaosRun): Promise<Aftermath> {
  const { rig, dice, options, stage, orders, supervisor, miner, secondMiner, audience } = run;
  const trouble = {
    database: startDatabaseTrouble(rig.database, dice),
    leases: startLeaseTheft(rig.database.db, dice),
    stalls: startStalls(supervisor, rig.database.db, dice),
    wrongNode: startWrongNode(rig.proxy, rig.strangerUrl, dice),
    lostBlock: loseFinalBlockOfSecond(run),
  };
  const intrusions = intrude(run);
  const operator = startOperators(asOperator(run.ctx), rig.idle.id, operatedOn(rig));
  const { lostBlock, ...passing } = trouble;
  const clients = runOrders(stage, orders, options.faultSeconds * 0.9, lostBlock.halted);
  // A client that fails ends the run at once.
  await Promise.race([enough(run, lostBlock), clients.then(() => new Promise<never>(() => {}))]);
  lostBlock.giveUp();
  const parts = Object.values(passing).map((part: { stop(): Promise<void> }) => part.stop());
  await Promise.all([...parts, intrusions, operator.stop()]);
  await audience.rotate();
  for (const one of [miner, secondMiner]) one.calm();
  await supervisor.calm(async () => {
    for (const { proxy } of [rig, rig.second]) proxy.heal();
    rig.engine.heal();
    audience.heal();
    // Nobody holds them any more.
    await expireLeases(rig.database.db);
  });
  return { trouble, clients, leaseEnds: [...trouble.stalls.times, Date.now()] };
}

function loseFinalBlockOfSecond({ rig, secondMiner, options }: ChaosRun): LostFinalBlock {
  const { chain, proxy } = rig.second;
  const { db } = rig.database;
  return startLostFinalBlock(
    db,
    {
      id: chain.id,
      miner: secondMiner,
      head: async () => Number(await chain.request<string>("eth_blockNumber")),
      finalBlock: () => readFinalBlock(db, chain.id, proxy.head),
    },
    (options.faultSeconds * 1_000) / 2,
  );
}

/** Each wallet's key is used by somebody else, once. */
async function intrude({ options, rig, foreign }: ChaosRun): Promise<void> {
  const wallets = [...rig.relayers, rig.operator];
  for (const wallet of wallets) {
    await sleep((options.faultSeconds * 1_000) / (wallets.length + 1));
    foreign.add(await spendNonce(rig.chain.request, wallet));
  }
}

/** A busy machine does everything more slowly: deaths, reorganisations and the halt are what counts. */
async function enough(
  { options, supervisor, miner }: ChaosRun,
  { haltedMs }: LostFinalBlock,
): Promise<void> {
  const startedAt = Date.now();
  const leastMs = options.faultSeconds * 1_000;
  for (;;) {
    await sleep(200);
    const passedMs = Date.now() - startedAt;
    const deaths = [...supervisor.crashes.values()].reduce((sum, count) => sum + count, 0);
    const reorgs = [...miner.reorgs.values()].reduce((sum, count) => sum + count, 0);
    if (passedMs >= leastMs && supervisor.kills() + deaths >= options.deaths) {
      if (reorgs >= LEAST_REORGS && haltedMs() >= LEAST_HALTED_MS) return;
      // Both wait for an indexer that has come near the head.
      supervisor.crashLess();
    }
    if (passedMs >= 4 * leastMs) return;
  }
}

export async function closeRun(run: ChaosRun): Promise<void> {
  const couriers = [...run.couriers.values(), ...run.wallets.values()];
  await Promise.all([run.watcher.stop(), ...couriers.map((courier) => courier.stop())]);
  await run.supervisor.stop();
  await Promise.all([run.miner.stop(), run.secondMiner.stop()]);
  await run.audience.stop();
  await run.rig.stop();
}
