import { openProbeDb } from "@/db/probe-db";
import { jobWiring } from "@/lib/adapters/jobs/job-wiring";
import type { Family } from "@/lib/adapters/metrics/families";
import { familiesOf } from "@/lib/domain/operations/families-of";
import { openSources } from "@/lib/domain/operations/open-sources";
import { type Readiness, readinessOf } from "@/lib/domain/operations/readiness";
import { runtime } from "@/lib/server/runtime";

/** What `/ready` and `/metrics` share in a process. */
export interface Probes {
  readiness(): Promise<Readiness>;
  /** All metrics, with what they count now. */
  families(): Promise<Family[]>;
  end(): Promise<void>;
}

declare global {
  // As the runtime: one for the copies of this module in each bundle.
  var stipendProbes: Probes | undefined;
}

function createProbes(): Probes {
  const { config, db, jobDb, engineDb, chains, requestLog } = runtime();
  const probeDb = openProbeDb(config.DATABASE_URL);
  const pools = { request: db, job: jobDb, ...(engineDb ? { engine: engineDb } : {}) };
  const sources = openSources({
    config,
    pools,
    probeDb,
    chains,
    requestLog,
    engine: jobWiring,
    startedAt: 0,
  });
  const readiness = readinessOf(sources);
  return {
    readiness,
    families: familiesOf(sources, readiness),
    end: () => probeDb.end(),
  };
}

/** The process's probes, made when first asked for. */
export function probes(): Probes {
  globalThis.stipendProbes ??= createProbes();
  return globalThis.stipendProbes;
}
