import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import type { Logger } from "@/lib/adapters/logger/logger";
import { syncCrons } from "./fire-crons";
import { type EngineFunctions, UnsupportedConfiguration } from "./function-config";
import { type AppAddress, register } from "./register";

/** What keeping the functions in step with the app needs. */
export interface SyncOptions extends AppAddress {
  db: Sql;
  log: Logger;
  /** Registers again this often, for an app whose functions change while it runs. */
  resyncMs: number | undefined;
  signal: AbortSignal;
}

/** The app's functions as last registered. */
export interface SyncedFunctions {
  current(): EngineFunctions;
  /**
   * Settles with the first registration, or when the engine stops before it.
   * @throws UnsupportedConfiguration
   */
  ready: Promise<void>;
}

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 5_000;
/** An app that is still starting is no news. */
const LOUD_DELAY_MS = 1_000;

/** Registers the app's functions, trying again until it answers. */
export function syncFunctions(options: SyncOptions): SyncedFunctions {
  const { db, log, signal, resyncMs } = options;
  let functions: EngineFunctions = new Map();

  async function syncOnce(): Promise<void> {
    const registered = await register(options);
    await syncCrons(db, registered);
    functions = registered;
  }

  async function syncFirst(): Promise<void> {
    for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      try {
        await syncOnce();
        log.info({ functions: functions.size }, "the job engine runs");
        return;
      } catch (error) {
        if (error instanceof UnsupportedConfiguration) throw error;
        log[delay < LOUD_DELAY_MS ? "debug" : "warn"](
          { err: error },
          "the app is not registered with the job engine yet",
        );
      }
      await pause(delay, signal);
    }
  }

  async function syncAgain(everyMs: number): Promise<void> {
    for (await pause(everyMs, signal); !signal.aborted; await pause(everyMs, signal)) {
      await syncOnce().catch((error) =>
        log.warn({ err: error }, "the functions stay as registered"),
      );
    }
  }

  const ready = syncFirst();
  // The caller gets a rejection through `ready`; the chain of re-registrations just ends.
  if (resyncMs !== undefined) ready.then(() => syncAgain(resyncMs)).catch(() => {});
  return { current: () => functions, ready };
}

/** Sleeps until the time is over or the engine stops. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
