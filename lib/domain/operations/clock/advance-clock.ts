import { type Db, type Sql, type TransactionSql, transaction } from "@/db/client";
import { isPool } from "@/db/sql";
import { advanceLocalChain } from "@/lib/adapters/chain/local-chain";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { advanceClock } from "@/lib/contract/operations/test-clock";
import { invalidRequest, notFound } from "@/lib/core/errors";
import type {
  Context,
  MerchantActor,
  PreparedVerb,
  SystemActor,
} from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import {
  lastTarget,
  type Move,
  moveClock,
  noteTarget,
  releaseClock,
  takeClock,
} from "./clock-lease";
import type { ClockWork } from "./clock-work";
import { addHappenings, type Happenings, nothingHappened } from "./count-happenings";
import { installClock, isMovable } from "./install-clock";

/** What one kind of work does is another kind's work, a few times at most. */
const MOST_ROUNDS = 20;

type Input = InputOf<typeof advanceClock>;
type Output = OutputOf<typeof advanceClock>;

const DAY_MS = 86_400_000;
const MOST_MS = 400 * DAY_MS;
/** What falls due within a minute is done together. */
const LEAST_STEP_MS = 60_000;
const MOST_STEPS = 2_000;
/** Work that comes while the clock stands at a stop is followed up so long, in real time; what was due there, until it is done. */
const STOP_MS = 3_000;
/** A caller waits no longer; the clock then stays where it is. */
const PATIENCE_MS = 40_000;

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;

/** What the clock takes along. */
export interface MovedByClock {
  readonly work: readonly ClockWork[];
  /** Lets as much time pass for the embedded job engine. */
  readonly moveJobs: (tx: TransactionSql, ms: number) => Promise<void>;
}

/**
 * Moves the local chain, the time of the business and the job engine ahead together, in steps that end where
 * something falls due, and where a day or week begins that has work of its own, and does in each what is due.
 *
 * It commits step by step, so all of it is preparation: what is left to the answer's transaction is the answer.
 * @throws Refusal `not_found`: a chain is public, or the caller acts in live mode
 * @throws Refusal `invalid_request`: `clock_backwards`, `clock_too_far`
 * @throws Refusal `idempotency_error` with `clock_moving`
 */
export function createAdvanceClock(
  moved: MovedByClock,
): PreparedVerb<MerchantActor, Input, Output, Output> {
  return {
    prepare: (ctx, input) => advance(ctx, moved, input),
    run: async (_ctx, _input, output) => output,
  };
}

async function advance(
  ctx: Context<MerchantActor>,
  moved: MovedByClock,
  input: Input,
): Promise<Output> {
  if (!isMovable(ctx.chains) || ctx.actor.mode !== "test") throw notFound("clock");
  const db = poolOf(ctx.db);
  await installClock(db, ctx.chains);
  requireOne(input);
  const until = new Date(Date.now() + PATIENCE_MS);
  const last = await lastTarget(db);
  const from = await readClock(db);
  const target = targetOf(input, from, last);
  const owner = await takeClock(db);
  try {
    const move = await noteTarget(db, owner, target);
    const system: Context<SystemActor> = { ...ctx, actor: { kind: "system" } };
    const happened = nothingHappened();
    const pace = { system, db, owner, moved, move, target, until, from };
    const { steps, waiting } = await takeSteps(pace, ctx.actor, happened);
    const now = await readClock(db);
    const finished = now >= target && Object.keys(waiting).length === 0;
    const aheadSeconds = Math.round((now.getTime() - Date.now()) / 1_000);
    return {
      object: "test_clock",
      now,
      target,
      aheadSeconds,
      finished,
      steps,
      waiting,
      ...happened,
    };
  } finally {
    await releaseClock(db, owner);
  }
}

function requireOne({ by, to }: Input): void {
  if ((by === undefined) !== (to === undefined)) return;
  throw invalidRequest("by", "Give either `by` or `to`.", { reason: "validation_failed" });
}

/** @param last where the move before was to end: it may be asked for again when the clock is past it */
function targetOf({ by, to }: Input, now: Date, last: Date | null): Date {
  const param = by === undefined ? "to" : "by";
  const unit = by?.at(-1) as keyof typeof unitMs;
  const target = to ?? new Date(now.getTime() + Number(by?.slice(0, -1)) * unitMs[unit]);
  if (target < now && target.getTime() !== last?.getTime()) {
    throw invalidRequest(param, "The clock is already at or past this time. It can't go back.", {
      reason: "clock_backwards",
      now: now.toISOString(),
    });
  }
  // A duration may lead beyond the last date there is, to no date.
  if (!(target.getTime() - now.getTime() <= MOST_MS)) {
    throw invalidRequest(param, "The clock can move at most 400 days at once.", {
      reason: "clock_too_far",
    });
  }
  return target;
}

interface Pace {
  readonly system: Context<SystemActor>;
  readonly db: Sql;
  readonly owner: string;
  readonly moved: MovedByClock;
  readonly move: Move;
  readonly from: Date;
  readonly target: Date;
  /** In real time. */
  readonly until: Date;
}

/** What is due before the first step is done first, so that it is done at its own time. */
async function takeSteps(
  pace: Pace,
  actor: MerchantActor,
  happened: Happenings,
): Promise<{ steps: number; waiting: Record<string, number> }> {
  const { system, db, moved, target, until } = pace;
  const workOf = (period: ClockWork["each"]) => moved.work.filter(({ each }) => each === period);
  let counted = pace.from;
  let reached = pace.from;
  let steps = 0;
  for (;;) {
    await runClockWork(system, workOf("step"), { db, until });
    const now = await readClock(db);
    const isEnd = now >= target || Date.now() >= until.getTime();
    await addHappenings(db, actor, { from: counted, to: now }, happened);
    counted = now;
    // Afterwards, so that nothing is removed before it is counted.
    const periods = periodsBetween(reached, now, isEnd);
    for (const { run } of periods.flatMap(workOf)) await run(system, { db, until });
    if (isEnd) return { steps, waiting: await readWaiting(db, moved.work, target) };
    reached = now;
    await step(pace, await chooseStep(pace, now, steps));
    steps += 1;
  }
}

/** The periods that have begun between two steps; at the end all of them. */
function periodsBetween(from: Date, to: Date, isEnd: boolean): ("day" | "week")[] {
  const weekOf = (instant: Date) => Math.floor(dayOf(instant) / 7);
  return [
    ...(isEnd || dayOf(from) !== dayOf(to) ? (["day"] as const) : []),
    ...(isEnd || weekOf(from) !== weekOf(to) ? (["week"] as const) : []),
  ];
}

const dayOf = (instant: Date) => Math.floor(instant.getTime() / DAY_MS);

/** Where the next step ends: nothing is passed over that falls due, nor the beginning of a period of any work. */
async function chooseStep({ db, moved, move, target }: Pace, now: Date, steps: number) {
  const next = await readNextAt(db, moved.work, move.askedAt);
  const left = target.getTime() - now.getTime();
  const total = target.getTime() - move.askedAt.getTime();
  const isLong = move.stops + steps > MOST_STEPS / 2;
  const least = Math.max(LEAST_STEP_MS, isLong ? total / (MOST_STEPS / 2) : 0);
  const days = moved.work.some(({ each }) => each === "day") ? 1 : 7;
  const endOfPeriod = (Math.floor(dayOf(now) / days) + 1) * days * DAY_MS - now.getTime();
  const wanted = next ? next.getTime() - now.getTime() : endOfPeriod;
  const ms = Math.min(left, Math.max(least, Math.min(wanted, endOfPeriod)));
  return new Date(now.getTime() + ms);
}

/** The chain first: a step that is broken off leaves it ahead, and the next one begins with it there. */
async function step({ system, db, owner, moved }: Pace, to: Date): Promise<void> {
  for (const chain of system.chains.all) await advanceLocalChain(chain, to);
  await transaction(db, async (tx) => {
    const ms = Math.max(0, to.getTime() - (await readClock(tx)).getTime());
    await moveClock(tx, owner, Math.ceil(ms));
    await moved.moveJobs(tx, Math.ceil(ms));
  });
}

function poolOf(db: Db): Sql {
  if (isPool(db)) return db;
  throw new Error("the clock is not moved inside a transaction");
}

/** Does what is due, again until a round finds nothing, or nothing of the stop while callers go on. */
async function runClockWork(
  ctx: Context<SystemActor>,
  work: readonly ClockWork[],
  at: { readonly db: Sql; readonly until: Date },
): Promise<void> {
  const stop = await readClock(at.db);
  const followUp = Date.now() + STOP_MS;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let done = 0;
    for (const { run } of work) done += await run(ctx, at);
    if (done === 0 || Date.now() >= at.until.getTime()) return;
    const isDone = Object.keys(await readWaiting(at.db, work, stop)).length === 0;
    if (isDone && Date.now() >= followUp) return;
  }
}

/** What was due at a time and is not done, by kind; kinds of which nothing waits are left out. */
async function readWaiting(
  db: Sql,
  work: readonly ClockWork[],
  at: Date,
): Promise<Record<string, number>> {
  const waiting: Record<string, number> = {};
  for (const one of work) {
    const count = (await one.waiting?.(db, at)) ?? 0;
    if (count > 0) waiting[one.name] = count;
  }
  return waiting;
}

/** When the next thing falls due; null when nothing is scheduled. */
async function readNextAt(db: Sql, work: readonly ClockWork[], since: Date): Promise<Date | null> {
  let next: Date | null = null;
  for (const { nextAt } of work) {
    const at = (await nextAt?.(db, since)) ?? null;
    if (at && (!next || at < next)) next = at;
  }
  return next;
}
