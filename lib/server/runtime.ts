import { createDb, type Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger, type Logger } from "@/lib/adapters/logger/logger";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import type { Modules } from "@/lib/domain/platform/context";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { openRequestLog, type RequestLog } from "./api/request-log";

/** What a process has once: settings, logger, pool and chains. */
export interface Runtime {
  readonly config: Env;
  readonly log: Logger;
  /** For requests: what waits too long fails, as their clients do not wait either. */
  readonly db: Sql;
  /** For the work in the background, so that neither can take the other's connections. */
  readonly jobDb: Sql;
  /** For the embedded job engine, which polls, listens and writes; none where Inngest runs the jobs. */
  readonly engineDb?: Sql;
  /** Of a process that keeps one. */
  readonly requestLog?: RequestLog;
  /** Given at the start: every page's bundle would have its own copy of them. */
  readonly modules: Modules;
  /** Aborted when the process is to end. */
  readonly stopping: AbortController;
  /** Settles when every chain was compared with its deployment; asked again after a failure. */
  chains(): Promise<Chains>;
}

declare global {
  // The route bundle and the server bundle each hold a copy of this module: the process has one runtime.
  var stipendRuntime: Runtime | undefined;
}

const ENGINE_CONNECTIONS = 8;

/** Requests get three of five connections: there are many at once, and background work comes in batches. */
function openPools({ DATABASE_URL, DATABASE_POOL, INNGEST_BASE_URL }: Env) {
  const forJobs = Math.max(2, Math.floor(DATABASE_POOL * 0.4));
  const forRequests = Math.max(2, DATABASE_POOL - forJobs);
  const open = (work: "request" | "job" | "engine", max: number) =>
    createDb(DATABASE_URL, { work, max, applicationName: `stipend-${work}` });
  return {
    db: open("request", forRequests),
    jobDb: open("job", forJobs),
    ...(INNGEST_BASE_URL ? {} : { engineDb: open("engine", ENGINE_CONNECTIONS) }),
  };
}

function createRuntime(modules: Modules): Runtime {
  const config = readEnv();
  const log = createLogger(config.LOG_LEVEL);
  const pools = openPools(config);
  let chains: Promise<Chains> | undefined;
  return {
    config,
    log,
    modules,
    ...pools,
    requestLog: openRequestLog({ db: pools.jobDb, log }),
    stopping: new AbortController(),
    chains() {
      chains ??= configuredDeployments(config)
        .then((configured) => pinDeployments(pools.db, configured, log))
        .then(async (pinned) => {
          await installClock(pools.db, pinned);
          return pinned;
        })
        .catch((error) => {
          chains = undefined;
          throw error;
        });
      return chains;
    },
  };
}

/**
 * Makes the process's runtime, unless it has one: its entry calls this before the first request.
 * @throws Error naming each setting that is unset or malformed
 */
export function startRuntime(modules: Modules): Runtime {
  globalThis.stipendRuntime ??= createRuntime(modules);
  return globalThis.stipendRuntime;
}

/** @throws Error the process has none: the build imports routes without an environment */
export function runtime(): Runtime {
  if (!globalThis.stipendRuntime) throw new Error("the process has not started its runtime");
  return globalThis.stipendRuntime;
}
