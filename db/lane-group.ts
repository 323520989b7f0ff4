import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";
import { Lane, type OpenClient } from "./lane";
import type { WorkLimits } from "./work-limits";

/** How the lanes of a group are used, and what they report to. */
export interface GroupOptions {
  open: OpenClient;
  max: number;
  /** Statements that are sent down a busy lane, one after the other; 1 when each has a lane to itself. */
  depth: number;
  limits: Pick<WorkLimits, "acquireMs" | "failsFast">;
  /** Told what came of each connection. */
  health: ServerHealth;
}

/** What the lanes of a pool have seen of the server. */
export interface ServerHealth {
  /** The server has been away for longer than anyone waits for it. */
  readonly isGivenUp: boolean;
  connected(): void;
  /** The server has answered a statement, well or not. */
  answered(): void;
  /** @param sinceMs when the attempt that failed began */
  failed(error: Error, sinceMs: number): void;
}

interface Waiter {
  take(lane: Lane): void;
  refuse(error: Error): void;
  since: number;
  timer: NodeJS.Timeout;
}

/** Between two attempts to connect. The server is back for us at the latest this long after it is. */
const RETRY_MS = 250;

/** Up to `max` connections, and those who wait for one. */
export class LaneGroup {
  /** Those being opened, in use, and idle; one that is ended leaves first. */
  readonly lanes = new Set<Lane>();
  private readonly waiters = new Set<Waiter>();
  private retry: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly options: GroupOptions) {}

  /**
   * Gives `take` a lane, at once if one is free. Calls `refuse` instead when none has become free in
   * time, and at once while the server is known to be away.
   */
  acquire(take: Waiter["take"], refuse: Waiter["refuse"]): void {
    const lane = this.hasEnded ? undefined : this.free();
    if (lane) take(lane);
    else if (this.hasEnded) refuse(connectionsEnded());
    else if (this.options.health.isGivenUp) refuse(new DatabaseUnavailable("It is away"));
    else this.wait(take, refuse);
  }

  /** To be called whenever a lane may have room again. */
  serve(): void {
    for (const waiter of this.waiters) {
      const lane = this.free();
      if (!lane) break;
      this.waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.take(lane);
    }
    if (this.waiters.size > 0) this.grow();
  }

  /** Has the server answer on a connection that waits for nothing, if there is one or can be. */
  async ask(): Promise<void> {
    const idle = [...this.lanes].find((lane) => lane.isReady && !isBusy(lane));
    // Opening a connection asks the server as well.
    if (!idle && this.opening === 0) this.grow(1);
    // An error tells as much as an answer; a lane that gets neither is cut.
    await idle?.ask().catch(() => {});
  }

  /** Opens a connection if none is open or being opened: to see whether the server is back. */
  probe(): void {
    if (this.lanes.size === 0 && !this.hasEnded) this.grow(1);
  }

  get waiting(): { count: number; oldestMs: number } {
    const [first] = this.waiters;
    return {
      count: this.waiters.size,
      oldestMs: first ? performance.now() - first.since : 0,
    };
  }

  /** Ends idle lanes that are older than `ageMs`; others are opened when needed. */
  retireIdle(reason: Error, ageMs = 0): void {
    for (const lane of this.lanes) {
      const isOld = performance.now() - lane.startedAt >= ageMs;
      if (isOld && lane.isReady && !isBusy(lane)) void lane.retire(reason);
    }
  }

  /** Ends every connection once its work is over, or after `timeout` seconds. */
  async end(timeout: number | undefined): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.retry);
    // The first ones have a connection on its way: they are under way themselves.
    this.refuse([...this.waiters].slice(this.opening), connectionsEnded());
    const deadline = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout * 1000;
    const isAtWork = () => this.waiters.size > 0 || [...this.lanes].some(isBusy);
    while (isAtWork() && Date.now() < deadline) await sleep(10);
    this.refuse([...this.waiters], connectionsEnded());
    await Promise.all([...this.lanes].map((lane) => lane.retire(connectionsEnded())));
  }

  private refuse(waiters: Waiter[], error: Error): void {
    for (const waiter of waiters) {
      this.waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.refuse(error);
    }
  }

  private free(): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.lanes) {
      if (!lane.isReady || lane.isHeld || lane.underWay >= this.options.depth) continue;
      if (lane.underWay === 0) return lane;
      if (!best || lane.underWay < best.underWay) best = lane;
    }
    // A connection of one's own is better than to queue behind others.
    const isGrowing = this.opening > 0 || this.lanes.size < this.options.max;
    return isGrowing && !this.retry ? undefined : best;
  }

  private wait(take: Waiter["take"], refuse: Waiter["refuse"]): void {
    const { acquireMs } = this.options.limits;
    const giveUp = () => {
      this.waiters.delete(waiter);
      refuse(new DatabaseUnavailable(`No connection was free within ${acquireMs} ms`));
    };
    const timer = setTimeout(giveUp, acquireMs);
    const waiter = { take, refuse, since: performance.now(), timer };
    this.waiters.add(waiter);
    this.grow();
  }

  /** Opens as many connections as there are waiters, unless the last attempt has only just failed. */
  private grow(wanted = this.waiters.size): void {
    if (this.retry || this.hasEnded) return;
    while (this.opening < wanted && this.lanes.size < this.options.max) this.open();
  }

  private get opening(): number {
    let count = 0;
    for (const lane of this.lanes) if (!lane.isReady) count += 1;
    return count;
  }

  private open(): void {
    const { health } = this.options;
    const since = performance.now();
    const lane = new Lane(this.options.open, {
      gone: (gone, error) => {
        const wasOpen = this.lanes.delete(gone) && gone.hasOpened;
        if (wasOpen && !this.hasEnded) health.failed(error, performance.now());
        this.serve();
      },
      answered: () => health.answered(),
    });
    this.lanes.add(lane);
    lane.opened.then(
      () => {
        health.connected();
        this.serve();
      },
      (error) => {
        this.lanes.delete(lane);
        this.pause();
        if (!this.hasEnded) health.failed(error, since);
        if (this.options.limits.failsFast) this.refuse([...this.waiters], error);
        void lane.retire(error);
      },
    );
  }

  private pause(): void {
    if (this.hasEnded) return;
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.serve();
      this.grow();
    }, RETRY_MS);
  }
}

function isBusy(lane: Lane): boolean {
  return lane.isHeld || lane.underWay > 0;
}

function connectionsEnded(): Error {
  return Object.assign(new Error("The connections have ended"), { code: "CONNECTION_ENDED" });
}
