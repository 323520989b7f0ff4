import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expireLeases } from "@/chaos/faults/stalls";
import { FINALITY_DEPTH } from "@/chaos/options";
import type { ChaosRig } from "@/chaos/rig/chaos-rig";
import { type Supervisor, startSupervisor } from "@/chaos/rig/supervisor";
import type { Dice } from "@/chaos/seeded";
import type { PlainDeployment, Role } from "@/chaos/worker/work-order";
import type { Sql } from "@/db/client";

const roles: Role[] = ["api", "relay", "indexer", "upkeep"];
/** Two keepers whose clocks are ten minutes apart. */
const CLOCK_SHIFTS_MS = [-300_000, 300_000];
/** A day's charges become final together, and are booked in one transaction: it has to come to its end now and then. */
const CRASH_SHARE = 0.3;

/** Starts the workers, each of which does everything. */
export function startKeepers(
  { chain, proxy, second, chains, environment }: ChaosRig,
  given: { seed: number; folder: string; program: string; dice: Dice; lifeFactor?: number },
): Supervisor {
  const { lifeFactor = 1 } = given;
  const group = { name: "keeper", roles, targets: roles, crashShare: CRASH_SHARE, lifeFactor };
  return startSupervisor(
    given.program,
    join(given.folder, "workers"),
    [{ ...group, clockShiftsMs: CLOCK_SHIFTS_MS, count: CLOCK_SHIFTS_MS.length }],
    {
      seed: given.seed,
      environment,
      deployments: chains.deployments.map(({ chain: _, ...file }): PlainDeployment => file),
      finalityDepth: FINALITY_DEPTH,
      rpcUrls: {
        [chain.id]: { faulty: proxy.url, true: chain.rpcUrl },
        [second.chain.id]: { faulty: second.proxy.url, true: second.chain.rpcUrl },
      },
    },
    given.dice,
  );
}

/** Who is suspended, and what tells when. */
interface KeeperStall {
  readonly supervisor: Supervisor;
  readonly db: Sql;
  readonly dice: Dice;
  /** Unix seconds of the newest block. */
  chainTime(): Promise<bigint>;
  /** Moves the chain's clock past the end of every keeper's claim. */
  endClaims(): Promise<void>;
}

/** A claim lasts from a few statements to a few calls of the node. */
const LOOK_MS = 10;
/** How long a keeper may take to claim charges that are due. */
const MOST_WAIT_MS = 15_000;
/** How far a keeper may come with what it has taken. */
const MOST_DELAY_MS = 1_000;
/** Long enough to claim and sign what was another's, and shorter than a keeper believes what it read. */
const PAUSE_MS = 5_000;

/**
 * Suspends the keepers as soon as one of them has taken a charge that it has not signed, ends what is taken by the chain's
 * clock, and wakes them one after the other: what the first signs, the others still believe to be theirs.
 * @returns false when no keeper claimed a charge
 */
export async function stallKeepers(
  { supervisor, db, dice, ...chain }: KeeperStall,
  day: number,
): Promise<boolean> {
  const until = Date.now() + MOST_WAIT_MS;
  while (!(await isTaken(db, await chain.chainTime()))) {
    if (Date.now() > until) return false;
    await sleep(LOOK_MS);
  }
  await sleep(dice.between(0, MOST_DELAY_MS, "stall keepers", day));
  await supervisor.stall({
    pauseMs: PAUSE_MS,
    meanwhile: async () => {
      // The database is down now and then.
      await expireLeases(db).catch(() => {});
      await chain.endClaims();
    },
  });
  return true;
}

/** Whether no keeper holds a due charge for the next minute, and none has signed it. */
async function isTaken(db: Sql, seconds: bigint): Promise<boolean> {
  const now = new Date(Number(seconds) * 1_000);
  const rows = await db`
    select from subscriptions s
    where s.next_charge_at <= ${now} and s.attempt_at > ${now}
      and s.attempt_at <= ${now}::timestamptz + interval '90 seconds'
      and not exists (
        select from subscription_renewals r where r.subscription_id = s.id and r.open
      )
    limit 1`.catch(() => []);
  return rows.length > 0;
}
