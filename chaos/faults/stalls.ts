import { setTimeout as sleep } from "node:timers/promises";
import type { Supervisor } from "@/chaos/rig/supervisor";
import type { Dice } from "@/chaos/seeded";
import type { Sql } from "@/db/client";

/** Stops workers for longer than their leases hold, as a suspended machine would. */
export interface Stalls {
  /** When they were stopped, Unix milliseconds. */
  readonly times: readonly number[];
  stop(): Promise<void>;
}

const ROUND_MS = 4_000;
const STALL_MS = 1_500;
const STALL_CHANCE = 0.6;

/**
 * Suspends all targets, lets their leases run out, and wakes them one after the other: what the first
 * takes over, the others still believe to be theirs.
 */
export function startStalls(supervisor: Supervisor, db: Sql, dice: Dice): Stalls {
  const times: number[] = [];
  let isOver = false;
  const run = async () => {
    for (let round = 0; !isOver; round += 1) {
      await sleep(ROUND_MS);
      if (isOver || dice.roll("stall", round) >= STALL_CHANCE) continue;
      times.push(Date.now());
      await supervisor.stall({
        pauseMs: STALL_MS,
        // The database is down now and then.
        meanwhile: () => expireLeases(db).catch(() => {}),
      });
    }
  };
  const running = run();
  return {
    times,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

/** Ends every lease there is, as its time would. */
export async function expireLeases(db: Sql): Promise<void> {
  await db`update relay_wallets set lease_until = now() where lease_until > now()`;
  await db`update outbox set claimed_until = now() where claimed_until > now()`;
  await db`update webhook_dispatches set lease_until = now() where state = 'sending'`;
  await db`update mails set lease_until = now() where state = 'sending'`;
}
