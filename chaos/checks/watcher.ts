import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import type { Finding } from "./invariant";

/** Looks at a chain's rows all the time: some wrongs are put right before the end. */
export interface Watcher {
  findings(): Finding[];
  /** How often it has seen all the rows it looks at. */
  looks(): number;
  stop(): Promise<void>;
}

const PAUSE_MS = 250;

interface StateRow {
  id: string;
  state: string;
}

/**
 * Starts to watch.
 * @param depth how many blocks must lie on a payment before it counts
 * @param mined the newest block that the miner has mined: set before the next reorganisation begins
 */
export function startWatcher(
  db: Sql,
  { id: chainId, request }: { id: number; request: JsonRpc },
  depth: number,
  mined: () => number,
): Watcher {
  const early = new Set<string>();
  const undone = new Set<string>();
  const finals = new Map<string, string>();
  let finalizedNumber = -1n;
  let highest = 0n;
  let stopping = false;
  let looks = 0;

  const lookAtConfirmed = async () => {
    const rows = await db<{ id: string; blockNumber: bigint }[]>`
      select id, block_number from transactions
      where chain_id = ${chainId} and status = 'confirmed'`;
    const head = BigInt(await request<string>("eth_blockNumber"));
    // While anvil replaces blocks, one after the other, the chain is shorter for a moment, and this may not
    // have looked while it was as long as when the rows were written.
    for (const seen of [head, BigInt(mined())]) if (seen > highest) highest = seen;
    for (const { id, blockNumber } of rows) {
      const above = highest - blockNumber;
      if (above < BigInt(depth)) early.add(`${id} was confirmed under ${above} blocks`);
    }
  };
  const lookAtFinals = async () => {
    const rows = await db<StateRow[]>`
      select id, state from relay_submissions
      where chain_id = ${chainId} and state in ${db(finalStatesOf(submissionTransitions))}
      union all
      select id, status as state from transactions
      where chain_id = ${chainId} and status = 'confirmed'
      union all
      select s.id, s.status as state from payment_sessions s
      join deployments d on d.id = s.deployment_id
      where d.chain_id = ${chainId} and (s.status = 'confirmed'
        or s.status = 'cancelled' and s.invoice_id is not null)`;
    const now = new Map(rows.map(({ id, state }) => [id, state]));
    for (const [id, state] of finals) {
      if (now.get(id) !== state) undone.add(`${id} was ${state} and is ${now.get(id) ?? "not"}`);
    }
    for (const [id, state] of now) finals.set(id, state);
    const [cursor] = await db<{ finalizedNumber: bigint }[]>`
      select finalized_number from chain_cursors where chain_id = ${chainId}`;
    const before = finalizedNumber;
    finalizedNumber = cursor?.finalizedNumber ?? before;
    if (finalizedNumber < before)
      undone.add(`block ${before} was final, now ${finalizedNumber} is`);
  };
  const run = async () => {
    while (!stopping) {
      // The database is down now and then.
      const seen = await Promise.allSettled([lookAtConfirmed(), lookAtFinals()]);
      if (seen.every(({ status }) => status === "fulfilled")) looks += 1;
      await sleep(PAUSE_MS);
    }
  };
  const running = run();
  return {
    findings: () => [
      { name: "nothing is ever confirmed before its block is final", violations: [...early] },
      { name: "what is final stays as it is", violations: [...undone] },
    ],
    looks: () => looks,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
