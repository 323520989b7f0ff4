import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { openSocket, type ServerAddress } from "./open-socket";

/** Makes a client with one connection, which it opens by the function given. */
type OpenClient<Client> = (connect: (server: ServerAddress) => Socket) => Client;

interface Waiting<Client> {
  resolve(client: Client): void;
  reject(error: Error): void;
}

/**
 * Connections for transactions, each with a client of its own that ends with its connection.
 * The shared pool of postgres.js 3.4 cannot be used for them: it connects again under a transaction
 * that is still running, so what the transaction writes next would commit on its own, and what it
 * writes before that, such as its rollback, ends the process with an exception that nobody can catch.
 */
export class TransactionLanes<Types extends Record<string, unknown>> {
  /** The clients in use and the idle ones; one that is ended leaves first. */
  private readonly all = new Set<postgres.Sql<Types>>();
  private readonly idle = new Set<postgres.Sql<Types>>();
  private readonly waiting: Waiting<postgres.Sql<Types>>[] = [];
  private hasEnded = false;

  constructor(
    private readonly open: OpenClient<postgres.Sql<Types>>,
    private readonly max: number,
  ) {}

  /** The driver's `begin`; waits for a free connection when all are taken. */
  async begin(...args: Parameters<postgres.Sql<Types>["begin"]>) {
    const client = await this.take();
    try {
      return await client.begin(...args);
    } finally {
      this.give(client);
    }
  }

  /** Ends every connection once its transaction is over, or after `timeout` seconds. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    this.hasEnded = true;
    for (const { reject } of this.waiting.splice(0)) reject(connectionsEnded());
    await Promise.all([...this.idle].map((client) => this.retire(client)));
    const deadline = timeout === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeout * 1000;
    while (this.all.size > 0 && Date.now() < deadline) await sleep(10);
    await Promise.all([...this.all].map((client) => this.retire(client)));
  }

  private async take(): Promise<postgres.Sql<Types>> {
    if (this.hasEnded) throw connectionsEnded();
    const [client] = this.idle;
    if (client) this.idle.delete(client);
    if (client || this.all.size < this.max) return client ?? this.create();
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private give(client: postgres.Sql<Types>): void {
    const isOpen = this.all.has(client);
    const next = this.waiting.shift();
    if (next) next.resolve(isOpen ? client : this.create());
    else if (isOpen && this.hasEnded) void this.retire(client);
    else if (isOpen) this.idle.add(client);
  }

  private create(): postgres.Sql<Types> {
    const client = this.open((server) => openSocket(server, () => this.retire(client)));
    this.all.add(client);
    return client;
  }

  /** From here on the client refuses every statement, and writes nothing. */
  private async retire(client: postgres.Sql<Types>): Promise<void> {
    this.idle.delete(client);
    if (this.all.delete(client)) await client.end({ timeout: 0 });
  }
}

function connectionsEnded(): Error {
  return Object.assign(new Error("The connections for transactions have ended"), {
    code: "CONNECTION_ENDED",
  });
}
