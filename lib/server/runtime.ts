import { createDb, type Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { type Env, readEnv } from "@/lib/adapters/env/env";
import { createLogger, type Logger } from "@/lib/adapters/logger/logger";
import { pinDeployments } from "@/lib/domain/deployments/pin-deployments";

/** What a process has once: settings, logger, pool and chains. */
export interface Runtime {
  readonly config: Env;
  readonly log: Logger;
  readonly db: Sql;
  /** Aborted when the process is to end. */
  readonly stopping: AbortController;
  /** Settles when every chain was compared with its deployment; asked again after a failure. */
  chains(): Promise<Chains>;
}

declare global {
  // The route bundle and the server bundle each hold a copy of this module: the process has one runtime.
  var stipendRuntime: Runtime | undefined;
}

function createRuntime(): Runtime {
  const config = readEnv();
  const log = createLogger(config.LOG_LEVEL);
  const db = createDb(config.DATABASE_URL, { max: config.DATABASE_POOL });
  let chains: Promise<Chains> | undefined;
  return {
    config,
    log,
    db,
    stopping: new AbortController(),
    chains() {
      chains ??= configuredDeployments(config)
        .then((configured) => pinDeployments(db, configured, log))
        .catch((error) => {
          chains = undefined;
          throw error;
        });
      return chains;
    },
  };
}

/**
 * The process's runtime, made when first asked for: the build imports routes without an environment.
 * @throws Error naming each setting that is unset or malformed
 */
export function runtime(): Runtime {
  globalThis.stipendRuntime ??= createRuntime();
  return globalThis.stipendRuntime;
}
