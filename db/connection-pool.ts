import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";
import type { Lane, OpenClient } from "./lane";
import { LaneGroup, type ServerHealth } from "./lane-group";
import type { PoolState } from "./pool-state";
import type { TransactionSql } from "./sql";
import type { Statement } from "./statement";
import type { WorkLimits } from "./work-limits";

/** Statements sent down one connection without waiting for the answers before them. */
const PIPELINE = 100;
const TICK_MS = 500;
/** What the server's own `statement_timeout` has not ended by then is not going to be answered. */
const SILENCE_MARGIN_MS = 1_000;
/** Connections are renewed, for servers that move, and since a backend's memory only grows. */
const LIFETIME_MS = 45 * 60_000;

type Work = (tx: TransactionSql) => unknown;

/**
 * The connections of a process to its database: half for single statements, which share them, and
 * half for transactions, each of which has one to itself. Nothing waits for ever: neither for a
 * connection, nor for the answer of a server that has stopped or is gone.
 */
export class ConnectionPool implements ServerHealth {
  private readonly statements: LaneGroup;
  private readonly transactions: LaneGroup;
  private awaySince: number | null = null;
  private lastError: PoolState["lastError"] = null;
  private answeredAt = performance.now();
  private isAsking = false;
  private tickedAt = performance.now();
  private readonly ticking: NodeJS.Timeout;

  constructor(
    open: OpenClient,
    private readonly max: number,
    private readonly limits: WorkLimits,
  ) {
    const forTransactions = Math.ceil(max / 2);
    const shared = { open, limits, health: this };
    const forStatements = Math.max(1, max - forTransactions);
    this.statements = new LaneGroup({ ...shared, max: forStatements, depth: PIPELINE });
    this.transactions = new LaneGroup({ ...shared, max: forTransactions, depth: 1 });
    this.ticking = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Runs a statement on any connection, or fails it when none is to be had. */
  run(statement: Statement): void {
    this.statements.acquire(
      (lane) => {
        lane.run(statement, () => this.statements.serve());
      },
      (error) => statement.reject(error),
    );
  }

  /** The driver's `begin`. */
  async begin(...args: [Work] | [string, Work]): Promise<unknown> {
    const [options, work] = args.length === 2 ? args : ["", args[0]];
    const lane = await new Promise<Lane>((resolve, reject) => {
      this.transactions.acquire((free) => {
        free.isHeld = true;
        resolve(free);
      }, reject);
    });
    try {
      return await lane.begin(options, work);
    } finally {
      lane.isHeld = false;
      this.transactions.serve();
    }
  }

  /** Ends every connection once its work is over, or after `timeout` seconds. */
  async end(timeout: number | undefined): Promise<void> {
    clearInterval(this.ticking);
    await Promise.all(this.groups.map((group) => group.end(timeout)));
  }

  state(): PoolState {
    const lanes = this.lanes.filter((lane) => lane.isReady);
    const waits = this.groups.map(({ waiting }) => waiting);
    return {
      max: this.max,
      open: lanes.length,
      inUse: lanes.filter((lane) => lane.isHeld || lane.underWay > 0).length,
      waiting: waits.reduce((sum, { count }) => sum + count, 0),
      oldestWaitMs: Math.max(...waits.map(({ oldestMs }) => oldestMs)),
      oldestAnswerMs: Math.max(0, ...lanes.map((lane) => lane.silentMs)),
      silentMs: this.silentMs,
      awaySince: this.awaySince === null ? null : new Date(performance.timeOrigin + this.awaySince),
      lastError: this.lastError,
    };
  }

  get isGivenUp(): boolean {
    if (this.limits.failsFast) return false;
    return this.awaySince !== null && performance.now() - this.awaySince > this.limits.acquireMs;
  }

  connected(): void {
    this.awaySince = null;
  }

  answered(): void {
    this.answeredAt = performance.now();
  }

  failed(error: Error, sinceMs: number): void {
    this.lastError = { at: new Date(), message: error.message || String(error) };
    if (!this.lanes.some((lane) => lane.isReady)) this.awaySince ??= sinceMs;
  }

  private get groups(): LaneGroup[] {
    return [this.statements, this.transactions];
  }

  private get lanes(): Lane[] {
    return this.groups.flatMap((group) => [...group.lanes]);
  }

  private tick(): void {
    const now = performance.now();
    const wasSuspended = now - this.tickedAt > 3 * TICK_MS;
    this.tickedAt = now;
    // Answers that came while this process stood still have not been read yet.
    if (wasSuspended) for (const lane of this.lanes) lane.forgive();
    this.cutSilent();
    for (const group of this.groups) {
      group.retireIdle(new Error("The connection was old"), LIFETIME_MS);
    }
    if (this.awaySince !== null) this.statements.probe();
    if (this.silentMs > TICK_MS) void this.ask();
  }

  /** A statement may wait for a lock, on a server that is well: another one is asked for an answer. */
  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    await this.statements.ask();
    this.isAsking = false;
  }

  private get silentMs(): number {
    const oldest = Math.max(0, ...this.lanes.map((lane) => lane.silentMs));
    return Math.min(oldest, performance.now() - this.answeredAt);
  }

  private cutSilent(): void {
    const timeoutMs = this.limits.statementMs + SILENCE_MARGIN_MS;
    const silent = this.lanes.filter((lane) => lane.silentMs > timeoutMs);
    if (silent.length === 0) return;
    const error = new DatabaseUnavailable(`No answer within ${timeoutMs} ms`);
    for (const lane of silent) lane.cut(error);
    // Idle connections probably go to the same dead server: close them now instead of timing out one by one.
    for (const group of this.groups) group.retireIdle(error);
  }
}
