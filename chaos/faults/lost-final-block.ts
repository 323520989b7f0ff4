import { setTimeout as sleep } from "node:timers/promises";
import { haltsNow } from "@/chaos/checks/deep-reorg";
import type { Finding } from "@/chaos/checks/invariant";
import { persistently } from "@/chaos/rig/persistently";
import type { Sql } from "@/db/client";
import type { ChaosMiner } from "./chain-miner";

/** A chain that loses blocks that were final, so that its indexing halts. */
export interface LostFinalBlock {
  /** Settles when the indexing has halted, or will not halt any more. */
  halted: Promise<void>;
  /** For how long, 0 when it has not. */
  haltedMs(): number;
  /** Seconds since the faults began. */
  readonly times: { lost: number | null; halted: number | null };
  /** Does not wait for the halt any longer. */
  giveUp(): void;
  /** What has been confirmed here and elsewhere since; waits a while for something elsewhere. */
  finding(): Promise<Finding>;
}

/** How many final blocks are lost, beside those that are not final. */
const FINAL_BLOCKS = 6;
const LOOK_MS = 200;
const GIVE_UP_MS = 30_000;

/**
 * Lets the chain lose final blocks `afterMs` from now, as soon as the indexer has read its newest ones.
 * @param chain `finalBlock`: the final block that the indexer knows, null while it is far behind the head
 */
export function startLostFinalBlock(
  db: Sql,
  chain: {
    id: number;
    miner: ChaosMiner;
    head: () => Promise<number>;
    finalBlock: () => Promise<number | null>;
  },
  afterMs: number,
): LostFinalBlock {
  const startedAt = Date.now();
  const times: LostFinalBlock["times"] = { lost: null, halted: null };
  const passed = () => Math.round((Date.now() - startedAt) / 1_000);
  let haltedAt: Date | null = null;
  let isOver = false;
  const until = async (isSo: () => Promise<boolean>) => {
    while (!isOver && !(await isSo())) await sleep(LOOK_MS);
  };
  const run = async () => {
    // What is deployed stays.
    const setup = await chain.head();
    let final = 0;
    await until(async () => {
      final = (await chain.finalBlock()) ?? 0;
      return Date.now() >= startedAt + afterMs && final >= setup + FINAL_BLOCKS;
    });
    if (isOver) return;
    await chain.miner.lose((await chain.head()) - final + FINAL_BLOCKS);
    times.lost = passed();
    await until(() => haltsNow(db, chain.id).catch(() => false));
    if (isOver) return;
    const [row] = await persistently(() => db<{ now: Date }[]>`select now()`);
    haltedAt = row?.now ?? null;
    times.halted = passed();
  };
  const halted = run();
  return {
    halted,
    times,
    haltedMs: () => (haltedAt ? Date.now() - haltedAt.getTime() : 0),
    giveUp: () => {
      isOver = true;
    },
    finding: async () => {
      const name = "while a chain is halted, nothing of it counts, and the others go on";
      const since = haltedAt;
      if (!since) return { name, violations: ["no chain was halted"] };
      const giveUpAt = Date.now() + GIVE_UP_MS;
      for (;;) {
        const violations = await persistently(() => findStandstill(db, chain.id, since));
        if (violations.length === 0 || Date.now() > giveUpAt) return { name, violations };
        await sleep(LOOK_MS);
      }
    },
  };
}

async function findStandstill(db: Sql, halted: number, since: Date): Promise<string[]> {
  const [counts] = await db<{ here: number; elsewhere: number }[]>`
    select count(*) filter (where chain_id = ${halted})::int as here,
      count(*) filter (where chain_id <> ${halted})::int as elsewhere
    from transactions where status = 'confirmed' and confirmed_at > ${since}`;
  const { here = 0, elsewhere = 0 } = counts ?? {};
  return [
    ...(here === 0 ? [] : [`${here} payments were confirmed on the halted chain`]),
    ...(elsewhere > 0 ? [] : ["no payment was confirmed elsewhere"]),
  ];
}
