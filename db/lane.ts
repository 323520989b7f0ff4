import { Socket } from "node:net";
import { pipelined } from "./pipelined";
import type { Sql, TransactionSql } from "./sql";
import { onEnd, routed, type Statement } from "./statement";

/** The driver's settings that name the server. */
interface ServerAddress {
  host: string[];
  port: number[];
  /** A Unix socket, instead of host and port. */
  path?: string | false;
}

/** A socket whose `close` is told only after `beforeClose`, if it was ever connected. */
class HeldSocket extends Socket {
  private wasConnected = false;

  constructor(private readonly beforeClose: () => Promise<void>) {
    super();
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === "connect") this.wasConnected = true;
    if (event !== "close" || !this.wasConnected) return super.emit(event, ...values);
    const tell = () => super.emit(event, ...values);
    this.beforeClose().then(tell, tell);
    return true;
  }
}

/** Opens a connection for the driver; what is written before it stands is kept. */
function openSocket({ host, port, path }: ServerAddress, beforeClose: () => Promise<void>): Socket {
  const socket = new HeldSocket(beforeClose);
  if (path) return socket.connect(path);
  const [firstHost = "localhost"] = host;
  const [firstPort = 5432] = port;
  // The driver names the server to TLS by these.
  Object.assign(socket, { host: firstHost, port: firstPort });
  return socket.connect(firstPort, firstHost);
}

/** Makes a client with one connection, which it opens by the function given. */
export type OpenClient = (connect: (server: ServerAddress) => Socket) => Sql;

/** Time to wait for a clean close before the socket is destroyed. */
const GOODBYE_MS = 1_000;

type Work = (tx: TransactionSql) => unknown;

/** What a connection reports to. */
interface LaneWatch {
  /** It was lost, or was ended. */
  gone(lane: Lane, error: Error): void;
  /** The server has answered a statement. */
  answered(): void;
}

/**
 * One connection with a client of its own that ends with it. The shared pool of postgres.js 3.4 cannot be used: it
 * reconnects under a transaction that is still running. What the transaction writes afterwards would commit on its own.
 * What it writes before the reconnect, such as its rollback, ends the process with an uncatchable exception. That pool
 * does not bound waits either.
 * `docs/architecture.md` has what this costs, measured, and what another driver would.
 */
export class Lane {
  /** Settles when the server has answered for the first time. */
  readonly opened: Promise<void>;
  readonly startedAt = performance.now();
  isReady = false;
  hasOpened = false;
  /** A transaction has it to itself. */
  isHeld = false;
  /** Statements whose answer is awaited. */
  underWay = 0;
  private progressAt = performance.now();
  private isRetired = false;
  private socket: Socket | undefined;
  private readonly client: Sql;
  private readonly drive: Statement["handler"];

  constructor(
    open: OpenClient,
    private readonly watch: LaneWatch,
  ) {
    this.client = open((server) => {
      this.socket = openSocket(server, () => this.retire(new Error("The connection was lost")));
      return this.socket;
    });
    this.drive = (this.client`` as unknown as Statement).handler;
    this.opened = this.open();
  }

  /** Runs a statement after those that are under way, and calls `ended` when it has its answer. */
  run(statement: Statement, ended: () => void): void {
    this.follow(statement, this.drive, ended);
  }

  /** Has the server answer, and do nothing else. */
  ask(): Promise<void> {
    return this.execute("");
  }

  /** Runs a text without parameters. */
  async execute(text: string): Promise<void> {
    this.started();
    try {
      await this.client.unsafe(text);
    } finally {
      this.settled();
    }
  }

  /** Runs a transaction; nothing else may be run meanwhile. */
  async begin(options: string, work: Work): Promise<unknown> {
    this.started();
    try {
      return await this.client.begin(options, (tx) => this.inside(tx, work));
    } finally {
      this.settled();
    }
  }

  /** How long the server has kept a statement waiting that it should be answering. */
  get silentMs(): number {
    return this.underWay > 0 ? performance.now() - this.progressAt : 0;
  }

  /** Starts counting the server's silence anew. */
  forgive(): void {
    this.progressAt = performance.now();
  }

  /** Cuts the connection: every statement on it fails with `error`, and what became of it is unknown. */
  cut(error: Error): void {
    this.socket?.destroy(error);
    void this.retire(error);
  }

  /** From here on the client refuses every statement, and writes nothing. */
  async retire(error: Error): Promise<void> {
    if (this.isRetired) return;
    this.isRetired = true;
    this.isReady = false;
    this.watch.gone(this, error);
    await this.client.end({ timeout: 0 });
    // A server that does not answer would keep the socket, and with it the process.
    setTimeout(() => this.socket?.destroy(), GOODBYE_MS).unref();
  }

  private async open(): Promise<void> {
    await this.ask();
    this.hasOpened = true;
    this.isReady = !this.isRetired;
  }

  private follow(statement: Statement, drive: Statement["handler"], ended = () => {}): void {
    this.started();
    onEnd(statement, () => {
      this.settled();
      ended();
    });
    drive(statement);
  }

  /** The driver's own statements (begin, commit, savepoints) count as under way, the work does not. */
  private async inside(tx: TransactionSql, work: Work): Promise<unknown> {
    this.settled();
    try {
      const made = work(this.watched(tx));
      return await (Array.isArray(made) ? pipelined(made.map((one) => () => one)) : made);
    } finally {
      this.started();
    }
  }

  private watched(tx: TransactionSql): TransactionSql {
    const savepoint = async (...args: [Work] | [string, Work]) => {
      const work = args.length === 2 ? args[1] : args[0];
      const name = args.length === 2 ? args[0] : "";
      this.started();
      try {
        return await tx.savepoint(name, (inner) => this.inside(inner, work));
      } finally {
        this.settled();
      }
    };
    return routed(tx, (statement, drive) => this.follow(statement, drive), { savepoint });
  }

  private started(): void {
    if (this.underWay === 0) this.progressAt = performance.now();
    this.underWay += 1;
  }

  private settled(): void {
    this.underWay -= 1;
    this.progressAt = performance.now();
    if (!this.isRetired) this.watch.answered();
  }
}
