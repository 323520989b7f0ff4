import { openProbeDb, type ProbeDb } from "@/db/probe-db";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Env } from "@/lib/adapters/env/env";
import {
  type ObservedParts,
  openSources,
  type Sources,
} from "@/lib/domain/operations/open-sources";
import { type Readiness, readinessOf } from "@/lib/domain/operations/readiness";
import type { World } from "./world";

/** What a test says differently from the world as it is. */
export interface Change extends Partial<Omit<ObservedParts, "config">> {
  config?: Partial<Env>;
}

/** A world as `/ready` and `/metrics` see it. */
export interface ProbedWorld {
  /** Sources of their own, as those of a process that has just started. */
  sources(change?: Change): Sources;
  /** Looks for the first time, so that nothing is remembered. */
  look(change?: Change): Promise<Readiness>;
  end(): Promise<void>;
}

/** On a busy machine a check that would end in time may not; those that hang have limits of their own. */
const CHECK_MS = 20_000;

export function probe(world: World): ProbedWorld {
  const opened: ProbeDb[] = [];
  const sources = ({ config, ...change }: Change = {}) => {
    const probeDb = change.probeDb ?? openProbeDb(world.database.url);
    opened.push(probeDb);
    return openSources({
      config: { ...world.config, ...config },
      pools: { request: world.db, job: world.db },
      chains: async () => world.chains,
      startedAt: performance.now(),
      ...change,
      probeDb,
    });
  };
  return {
    sources,
    // Each look has up to five connections of its own, and a server has few for all files of tests.
    look: async (change = {}) => {
      const probeDb = change.probeDb ?? openProbeDb(world.database.url);
      try {
        return await readinessOf(sources({ ...change, probeDb }), CHECK_MS)();
      } finally {
        if (!change.probeDb) await probeDb.end();
      }
    },
    end: async () => {
      await Promise.all(opened.map((db) => db.end()));
    },
  };
}

/** The same chains through another way to the node. */
export function through(chains: Chains, rpc: Rpc): Chains {
  const deployments = chains.deployments.map((deployment) => ({
    ...deployment,
    chain: { ...deployment.chain, rpc },
  }));
  return { deployments, all: chains.all.map((chain) => ({ ...chain, rpc })) };
}
