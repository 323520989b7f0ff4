import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseRig } from "@/chaos/rig/database-rig";
import type { Dice } from "@/chaos/seeded";
import type { Sql } from "@/db/client";

/** What has been done to the database. */
export interface DatabaseTrouble {
  readonly restarts: number;
  readonly cuts: number;
  stop(): Promise<void>;
}

const ROUND_MS = 3_000;
const CUT_SHARE = 0.3;
/** A crash of the server in one round of so many. */
const CRASH_ROUNDS = 7;

/** Cuts connections and crashes the server; when follows from `dice`. */
export function startDatabaseTrouble(database: DatabaseRig, dice: Dice): DatabaseTrouble {
  const tally = { restarts: 0, cuts: 0 };
  let isOver = false;
  const run = async () => {
    const crashTurn = dice.between(0, CRASH_ROUNDS - 1, "crash turn");
    for (let round = 0; !isOver; round += 1) {
      await sleep(ROUND_MS);
      if (isOver) return;
      if (round % CRASH_ROUNDS === crashTurn) {
        await database.crash();
        tally.restarts += 1;
        continue;
      }
      const choose = (pid: number) => dice.roll("cut", round, pid) < CUT_SHARE;
      tally.cuts += await database.cutConnections(choose).catch(() => 0);
    }
  };
  const running = run();
  return Object.assign(tally, {
    stop: async () => {
      isOver = true;
      await running;
    },
  });
}

/** Ends leases of relayer wallets before their time. */
export interface LeaseTheft {
  readonly stolen: number;
  stop(): Promise<void>;
}

const THEFT_ROUND_MS = 500;
const THEFT_CHANCE = 0.5;

/**
 * Makes leases run out as if their holders had stalled: some are dead, and some still work for the
 * wallet when the next one begins. What is stored has to stay right without leases.
 */
export function startLeaseTheft(db: Sql, dice: Dice): LeaseTheft {
  const tally = { stolen: 0 };
  let isOver = false;
  const run = async () => {
    for (let round = 0; !isOver; round += 1) {
      await sleep(THEFT_ROUND_MS);
      if (dice.roll("theft", round) >= THEFT_CHANCE) continue;
      // The database is down now and then.
      const rows = await db`
        update relay_wallets set lease_until = now() where lease_until > now() returning 1`.catch(
        () => [],
      );
      tally.stolen += rows.length;
    }
  };
  const running = run();
  return Object.assign(tally, {
    stop: async () => {
      isOver = true;
      await running;
    },
  });
}
