import { randomUUID } from "node:crypto";
import type { Sql } from "@/db/client";
import type { Logger } from "@/lib/adapters/logger/logger";
import { coalesce } from "@/lib/core/async/coalesce";
import { advanceTime } from "./advance-time";
import { callOverHttp, type Transport } from "./call-over-http";
import type { SentEvent } from "./engine-event";
import { fireCrons } from "./fire-crons";
import { prune } from "./prune";
import { resolveWaits } from "./resolve-waits";
import { listenForEvents, type Sender, sendEvents } from "./send-events";
import type { Wake } from "./store-events";
import { syncFunctions } from "./sync-functions";
import { createWorker } from "./worker";

/** How to run the embedded engine. */
export interface EngineOptions {
  db: Sql;
  /** URL of the app's `serve()` route, e.g. `http://127.0.0.1:3000/api/inngest`. */
  serveUrl: string;
  signingKey: string;
  log: Logger;
  /** Default: HTTP to `serveUrl`. An app in the same process passes its own route handler. */
  call?: Transport;
  /** Calls in hand at once. Default 64. */
  capacity?: number;
  /** How long a job of a killed process stays untouched. Default 10 seconds. */
  leaseMs?: number;
  /** How long `stop` lets calls in hand finish. Default 10 seconds. */
  graceMs?: number;
  /** Registers again this often, for `next dev`. Default never. */
  resyncMs?: number;
  /** Functions that run so often that their finished runs are deleted after an hour instead of a week, by id. */
  shortLived?: readonly string[];
}

/** A running engine. Any number may run on one database. */
export interface Engine {
  /**
   * Stores events and starts the runs that they trigger. Waits a few seconds for the app to register.
   * @throws Error when it has not, and for names that belong to the engine itself
   */
  send(events: SentEvent | SentEvent[]): Promise<{ ids: string[] }>;
  /** Lets `ms` pass at once for everything stored: for tests of schedules that take days. */
  advance(ms: number): Promise<void>;
  /** Takes no more jobs, waits for those in hand, and gives back what does not finish in time. */
  stop(): Promise<void>;
  /** Settles with the first registration; rejects when a function asks for what is not supported. */
  ready: Promise<void>;
}

const POLL_MS = 1_000;
const PRUNE_MS = 10 * 60_000;

/**
 * Starts the server side of Inngest's SDK protocol on Postgres: the functions that `serveUrl` serves
 * run on events and schedules, durably, as they would on Inngest. Returns at once; awaiting `ready`
 * inside the app's own start would wait for itself.
 */
export function startEngine(options: EngineOptions): Engine {
  const {
    db,
    log,
    call = callOverHttp,
    capacity = 64,
    leaseMs = 10_000,
    graceMs = 10_000,
  } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { resyncMs } = options;
  const functions = syncFunctions({ ...options, call, resyncMs, signal });
  const sender: Sender = { db, id: randomUUID(), functions, onWake: wake };
  const settings = { ...options, call, capacity, leaseMs, functions: functions.current };
  const worker = createWorker({ ...settings, onWake: wake });

  const runTimers = coalesce(async () => {
    if (signal.aborted) return;
    let found = await fireCrons(db, functions.current());
    for (let ended = -1; ended !== 0 && !signal.aborted; found += ended) {
      ended = await resolveWaits(db);
    }
    // Not awaited: under load claiming may go on for long, and schedules must not wait for it.
    if (found > 0) void worker.claim();
  });
  function timers(): Promise<void> {
    return runTimers().catch((error) => log.warn({ err: error }, "timers were not looked at"));
  }
  function wake(what: Wake): void {
    if (signal.aborted) return;
    void worker.claim();
    if (what === "waits") void timers();
  }

  const poll = setInterval(() => wake("waits"), POLL_MS);
  const pruning = setInterval(() => {
    prune(db, options.shortLived).catch((error) =>
      log.warn({ err: error }, "old runs were not deleted"),
    );
  }, PRUNE_MS);
  const listening = listenForEvents(sender).catch((error) => {
    log.warn({ err: error }, "events of other processes are found by polling only");
  });
  return {
    ready: functions.ready.then(() => wake("waits")),
    send: (events) => sendEvents(sender, events),
    advance: async (ms) => {
      await advanceTime(db, ms);
      await Promise.all([timers(), worker.claim()]);
    },
    stop: async () => {
      stopping.abort();
      clearInterval(poll);
      clearInterval(pruning);
      await Promise.all([timers(), worker.stop(graceMs)]);
      await listening.then((unlisten) => unlisten?.());
    },
  };
}
