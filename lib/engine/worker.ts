import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import type { Logger } from "@/lib/adapters/logger/logger";
import { coalesce } from "@/lib/core/async/coalesce";
import { applyOutcome } from "./apply-outcome";
import { callFunction, loadRun } from "./call-function";
import type { Transport } from "./call-over-http";
import type { EngineFunctions } from "./function-config";
import { type ClaimedJob, claimJobs, releaseJobs, renewLeases } from "./job-lease";
import type { Outcome } from "./read-answer";
import type { Wake } from "./store-events";

/** What a worker needs. */
export interface WorkerOptions {
  db: Sql;
  log: Logger;
  signingKey: string;
  call: Transport;
  /** The functions as last registered. */
  functions: () => EngineFunctions;
  /** Calls in hand at once. */
  capacity: number;
  leaseMs: number;
  /** Told what a finished call made due. */
  onWake: (wake: Wake) => void;
}

/** Claims jobs and carries them out. */
export interface Worker {
  /** Claims until nothing is due or the capacity is used. Never throws. */
  claim(): Promise<void>;
  /** Lets calls in hand finish for at most `graceMs`, then gives the rest of the leases back. */
  stop(graceMs: number): Promise<void>;
}

/** How patiently an answer is written down: its step has been executed. */
const WRITE_MS = 60_000;
const WRITE_DELAY_MS = 500;
/** Pause after a call that did not reach the app. */
const PAUSE_MS = 1_000;

/** Starts a worker that claims when told to; it renews the leases of what it has in hand by itself. */
export function createWorker(options: WorkerOptions): Worker {
  const { db, log, capacity, leaseMs, functions } = options;
  const inHand = new Map<string, { job: ClaimedJob; done: Promise<void> }>();
  let isStopped = false;
  let pausedUntil = 0;

  const claimAll = coalesce(async () => {
    while (!isStopped && Date.now() >= pausedUntil && inHand.size < capacity) {
      const owner = randomUUID();
      const jobs = await claimJobs(db, functions(), {
        owner,
        limit: capacity - inHand.size,
        leaseMs,
      });
      if (jobs.length === 0) return;
      for (const job of jobs) inHand.set(job.owner + job.id, { job, done: carryOut(job) });
    }
  });

  function claim(): Promise<void> {
    return claimAll().catch((error) => log.warn({ err: error }, "jobs were not claimed"));
  }

  async function carryOut(job: ClaimedJob): Promise<void> {
    try {
      const outcome = await execute(options, job);
      if (outcome?.kind === "unreachable") pausedUntil = Date.now() + PAUSE_MS;
      if (outcome) options.onWake(await write(options, job, outcome));
    } catch (error) {
      log.error(
        { err: error, runId: job.runId },
        "a job failed; it is due again when its lease ends",
      );
    } finally {
      inHand.delete(job.owner + job.id);
      void claim();
    }
  }

  const heartbeat = setInterval(() => {
    const jobs = [...inHand.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    renewLeases(db, jobs, leaseMs).catch((error) => log.warn({ err: error }, "leases not renewed"));
  }, leaseMs / 3);

  async function stop(graceMs: number): Promise<void> {
    isStopped = true;
    await claim();
    const calls = [...inHand.values()].map(({ done }) => done);
    await Promise.race([Promise.all(calls), sleep(graceMs, undefined, { ref: false })]);
    clearInterval(heartbeat);
    const left = [...inHand.values()].map(({ job }) => job);
    if (left.length > 0) await releaseJobs(db, left);
  }

  return { claim, stop };
}

async function execute(options: WorkerOptions, job: ClaimedJob): Promise<Outcome | undefined> {
  const fn = options.functions().get(job.functionId);
  const run = await loadRun(options.db, job.runId);
  if (!fn || !run) return undefined;
  const outcome = await callFunction(fn, job, run, options);
  report(options.log, job, outcome);
  return outcome;
}

function report(log: Logger, job: ClaimedJob, outcome: Outcome): void {
  const { functionId, runId, attempt } = job;
  if (outcome.kind === "unreachable") {
    log.warn({ functionId, runId, reason: outcome.reason }, "the app did not answer");
  } else if (outcome.kind === "retry" || outcome.kind === "fail") {
    const { name, message } = outcome.error;
    log.warn({ functionId, runId, attempt, error: `${name}: ${message}` }, `job: ${outcome.kind}`);
  }
}

/** Writes the outcome down, again when the database is away for a moment. */
async function write(options: WorkerOptions, job: ClaimedJob, outcome: Outcome): Promise<Wake> {
  const giveUpAt = performance.now() + WRITE_MS;
  for (;;) {
    try {
      return await applyOutcome(options.db, options.functions(), job, outcome);
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      options.log.warn({ err: error, runId: job.runId }, "an answer was not written; trying again");
      await sleep(WRITE_DELAY_MS);
    }
  }
}
