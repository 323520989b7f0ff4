import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LEAST_REORGS } from "@/chaos/chaos-run";
import type { MerchantWallets } from "@/chaos/clients/merchant-wallets";
import { type ChaosMiner, startMiner } from "@/chaos/faults/chain-miner";
import { expireLeases } from "@/chaos/faults/stalls";
import { FINALITY_DEPTH, type LongOptions, type Product } from "@/chaos/options";
import { startKeepers } from "@/chaos/renewals/start-keepers";
import { type Dice, seededDice } from "@/chaos/seeded";
import { bundleWorker } from "@/chaos/worker/bundle-worker";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type ChaosRig, startChaosRig } from "./chaos-rig";
import { isRead, readSetup } from "./checker-context";
import type { Supervisor } from "./supervisor";

/** A rig, and the program of its workers. */
export interface LongSite {
  readonly rig: ChaosRig;
  readonly dice: Dice;
  readonly folder: string;
  readonly program: string;
}

/** What a run stands on whose days pass in jumps of the chain's clock. */
export interface LongRun {
  readonly options: LongOptions;
  readonly rig: ChaosRig;
  readonly miner: ChaosMiner;
  readonly secondMiner: ChaosMiner;
  readonly supervisor: Supervisor;
  readonly wallets: MerchantWallets;
  readonly dice: Dice;
}

/** Starts the rig and bundles the workers. Nothing mines the chains yet. */
export async function openSite(
  { seed }: Pick<LongOptions, "seed">,
  { sources, statements }: Product,
  folder: string,
): Promise<LongSite> {
  const dice = seededDice(seed);
  const program = join(folder, "worker.cjs");
  const [rig] = await Promise.all([
    startChaosRig({ folder, dice, finalityDepth: FINALITY_DEPTH, couriers: 1, statements }),
    bundleWorker(sources, program),
  ]);
  return { rig, dice, folder, program };
}

/**
 * Mines and reads what was set up, and starts miners and workers.
 * @param lifeFactor how many times as long as usual the workers live
 */
export async function startWork(
  ctx: Context<SystemActor>,
  { rig, dice, folder, program }: LongSite,
  { seed, lifeFactor = 1 }: Pick<LongOptions, "seed"> & { readonly lifeFactor?: number },
): Promise<Pick<LongRun, "miner" | "secondMiner" | "supervisor">> {
  const { chain, database } = rig;
  for (let block = 0; block <= FINALITY_DEPTH; block += 1) await chain.request("evm_mine");
  await readSetup(ctx);
  const [miner, secondMiner] = [rig, rig.second].map((site) =>
    startMiner(site.chain.request, site.proxy, dice, (head) =>
      isRead(database.db, site.chain.id, head),
    ),
  ) as [ChaosMiner, ChaosMiner];
  secondMiner.calm();
  const supervisor = startKeepers(rig, { seed, folder, program, dice, lifeFactor });
  return { miner, secondMiner, supervisor };
}

const MOST_WAITS = 100;

/** Stops what makes the trouble, once there were reorganisations enough, and starts the workers anew. */
export async function endTrouble(
  { rig, miner, supervisor }: LongRun,
  trouble: readonly { stop(): Promise<void> }[],
): Promise<void> {
  await Promise.all(trouble.map((part) => part.stop()));
  // Days that went by quickly have seen few.
  for (let waits = 0; waits < MOST_WAITS && reorgsOf(miner) < LEAST_REORGS; waits += 1) {
    await sleep(200);
  }
  miner.calm();
  await supervisor.calm(async () => {
    for (const { proxy } of [rig, rig.second]) proxy.heal();
    rig.engine.heal();
    await expireLeases(rig.database.db);
  });
}

/** Ends everything that was started. */
export async function closeLongRun(run: LongRun): Promise<void> {
  await run.wallets.stop();
  await run.supervisor.stop();
  await Promise.all([run.miner.stop(), run.secondMiner.stop()]);
  await run.rig.stop();
}

/** How many reorganisations a miner has made, of all depths. */
export const reorgsOf = ({ reorgs }: ChaosMiner): number =>
  [...reorgs.values()].reduce((sum, count) => sum + count, 0);
