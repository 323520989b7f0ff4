import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "@/chaos/seeded";
import type { Sql } from "@/db/client";

/** Ends leases of relayer wallets before their time. */
export interface LeaseTheft {
  readonly stolen: number;
  stop(): Promise<void>;
}

const ROUND_MS = 500;
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
      await sleep(ROUND_MS);
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
