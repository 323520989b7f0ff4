import type { Endpoint } from "@/lib/contract/endpoint";
import { boundedTurns, TurnsTaken } from "@/lib/core/async/bounded-turns";
import { Refusal } from "@/lib/core/errors";
import type { Actor } from "@/lib/domain/platform/context";

/** The longest that a request waits for its merchant's earlier ones. */
const WAIT_MS = 15_000;

/**
 * What a merchant has of a process at once. Changes wait for each other's locks, and each holds a connection meanwhile:
 * six of a merchant leave the others theirs, and two would slow the relay by a fifth. What waits for an event holds no connection.
 */
const turns = {
  read: boundedTurns({ running: 8, waiting: 200, waitMs: WAIT_MS }),
  write: boundedTurns({ running: 6, waiting: 100, waitMs: WAIT_MS }),
  wait: boundedTurns({ running: 40, waiting: 0, waitMs: 0 }),
};

/** The turns that an endpoint's requests take. */
export function turnsOf({ method, waits }: Pick<Endpoint, "method" | "waits">): keyof typeof turns {
  if (waits) return "wait";
  return method === "GET" ? "read" : "write";
}

/**
 * Runs a request's work in the turn of its merchant, before it takes a connection. Callers without a merchant have no
 * turns.
 * @throws Refusal `rate_limited` with `busy`: too many of the merchant's requests wait in this process
 */
export async function inMerchantTurn<Result>(
  actor: Actor,
  kind: keyof typeof turns,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!("merchantId" in actor)) return work();
  try {
    return await turns[kind](actor.merchantId, work);
  } catch (error) {
    if (!(error instanceof TurnsTaken)) throw error;
    throw new Refusal("rate_limited", "Earlier requests of this merchant are still running.", {
      details: { reason: "busy" },
      retryAfterSeconds: 1,
    });
  }
}
