import { newId } from "@/lib/core/ids";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { runtime } from "./runtime";

/** What a job's verbs work with. */
export async function systemContext(): Promise<Context<SystemActor>> {
  const { jobDb, config, log, chains, modules, stopping } = runtime();
  return {
    db: jobDb,
    config,
    log,
    chains: await chains(),
    actor: { kind: "system" },
    modules,
    requestId: newId("request"),
    stopping: stopping.signal,
  };
}
