import type { InngestFunction } from "inngest";
import { vi } from "vitest";
import type { Sql } from "@/db/client";
import { inngest } from "@/lib/adapters/jobs/inngest";
import type { Context } from "@/lib/domain/platform/context";
import type { Engine } from "@/lib/engine/start-engine";
import { SIGNING_KEY, startTestEngine } from "./engine-fixture";

/** Runs jobs of the product in this process, with a test's database and system, until the engine is stopped. */
export async function startJobs(
  db: Sql,
  { config, log, chains, modules }: Pick<Context, "config" | "log" | "chains" | "modules">,
  jobs: InngestFunction.Any[],
): Promise<Engine> {
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  const stopping = new AbortController();
  globalThis.stipendRuntime = {
    ...{ config, log, modules, stopping, db, jobDb: db },
    chains: async () => chains,
  };
  const engine = await startTestEngine(db, inngest, jobs);
  return {
    ...engine,
    async stop() {
      stopping.abort();
      await engine.stop();
      globalThis.stipendRuntime = undefined;
    },
  };
}
