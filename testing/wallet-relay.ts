import { type Socket, startWebSocketServer } from "./web-socket-server";

/** A relay of WalletConnect 2 on this machine. */
export interface WalletRelay {
  /** What `WALLETCONNECT_RELAY_URL` takes. */
  readonly url: string;
  /** Methods that clients called, in order. */
  readonly calls: readonly string[];
  /** The project ids that clients gave. */
  readonly projects: ReadonlySet<string>;
  stop(): Promise<void>;
}

interface Message {
  readonly topic: string;
  readonly message: string;
  readonly publishedAt: number;
  readonly tag: number;
  /** Clients that it was sent to, and those that have said that they have it. */
  readonly had: Set<string>;
  readonly taken: Set<string>;
}

type Params = Record<string, unknown>;
interface Request {
  readonly id: string | number;
  readonly method?: string;
  readonly params?: Params;
}

/** A connection, and whose it is: clients keep their key, and so their name, over a reload. */
interface Client {
  readonly socket: Socket;
  readonly name: string;
  readonly topics: Set<string>;
}

/**
 * Passes sealed messages between pages and wallets by topics, as the public relay does: `irn_publish`,
 * `irn_subscribe`, `irn_batchSubscribe`, `irn_fetchMessages`, `irn_batchFetchMessages`, `irn_unsubscribe`, and
 * the two that carry a proposal and its approval. A message waits for clients that subscribe later; no client
 * gets its own, or one twice.
 */
export async function startWalletRelay(): Promise<WalletRelay> {
  const relay = new Relay();
  const server = await startWebSocketServer({
    onText: (socket, text) => relay.take(socket, JSON.parse(text)),
    onClose: (socket) => relay.leave(socket),
  });
  const { calls, projects } = relay;
  return { url: server.url, calls, projects, stop: () => server.stop() };
}

class Relay {
  readonly calls: string[] = [];
  readonly projects = new Set<string>();
  readonly #clients = new Map<Socket, Client>();
  readonly #messages: Message[] = [];
  /** What was delivered under an id, and to whom. */
  readonly #delivered = new Map<number, { message: Message; name: string }>();
  #lastId = 0;

  leave(socket: Socket): void {
    this.#clients.delete(socket);
  }

  /** Answers to what was delivered name no method: the client has it, and is not shown it again. */
  take(socket: Socket, { id, method, params = {} }: Request): void {
    if (method === undefined) {
      const delivered = this.#delivered.get(Number(id));
      delivered?.message.taken.add(delivered.name);
      return;
    }
    this.calls.push(method);
    const client = this.#clientOf(socket);
    const handler = this.#handlers[method];
    const answer = handler
      ? { result: handler(client, params) }
      : { error: { code: -32601, message: `${method} is not supported` } };
    socket.send(JSON.stringify({ id, jsonrpc: "2.0", ...answer }));
    this.#deliver();
  }

  readonly #handlers: Record<string, (client: Client, params: Params) => unknown> = {
    irn_publish: (client, { topic, message, tag }) => this.#publish(client, topic, message, tag),
    irn_subscribe: (client, { topic }) => this.#subscribe(client, topic),
    irn_batchSubscribe: (client, { topics }) =>
      (topics as string[]).map((topic) => this.#subscribe(client, topic)),
    irn_unsubscribe: (client, { topic }) => client.topics.delete(String(topic)) || true,
    irn_fetchMessages: (client, { topic }) => this.#fetch(client, [String(topic)]),
    irn_batchFetchMessages: (client, { topics }) => this.#fetch(client, topics as string[]),
    wc_proposeSession: (client, { pairingTopic, sessionProposal }) => {
      this.#subscribe(client, pairingTopic);
      return this.#publish(client, pairingTopic, sessionProposal, 1100);
    },
    wc_approveSession: (client, params) => {
      this.#subscribe(client, params.sessionTopic);
      this.#publish(client, params.pairingTopic, params.sessionProposalResponse, 1101);
      return this.#publish(client, params.sessionTopic, params.sessionSettlementRequest, 1102);
    },
  };

  #clientOf(socket: Socket): Client {
    const known = this.#clients.get(socket);
    if (known) return known;
    const { searchParams } = socket.url;
    const client = { socket, name: issuerOf(searchParams.get("auth")), topics: new Set<string>() };
    this.projects.add(searchParams.get("projectId") ?? "");
    this.#clients.set(socket, client);
    return client;
  }

  #subscribe(client: Client, topic: unknown): string {
    client.topics.add(String(topic));
    return `${topic}`;
  }

  /** A client that got no answer in time publishes again. */
  #publish({ name }: Client, topic: unknown, message: unknown, tag: unknown): true {
    if (this.#messages.some((one) => one.topic === topic && one.message === message)) return true;
    this.#messages.push({
      topic: String(topic),
      message: String(message),
      tag: Number(tag ?? 0),
      publishedAt: Date.now(),
      had: new Set([name]),
      taken: new Set([name]),
    });
    return true;
  }

  #fetch({ name }: Client, topics: readonly string[]) {
    const messages = this.#messages.filter(
      ({ topic, taken }) => topics.includes(topic) && !taken.has(name),
    );
    for (const { had } of messages) had.add(name);
    const shown = messages.map(({ topic, message, publishedAt, tag }) => {
      return { topic, message, publishedAt, tag };
    });
    return { messages: shown, hasMore: false };
  }

  #deliver(): void {
    for (const waiting of this.#messages) {
      const { topic, message, publishedAt, tag, had } = waiting;
      for (const { socket, name, topics } of this.#clients.values()) {
        if (!topics.has(topic) || had.has(name)) continue;
        had.add(name);
        const params = { id: topic, data: { topic, message, publishedAt, tag } };
        const id = ++this.#lastId;
        this.#delivered.set(id, { message: waiting, name });
        socket.send(JSON.stringify({ id, jsonrpc: "2.0", method: "irn_subscription", params }));
      }
    }
  }
}

/** The client's own name: the issuer (`did:key:…`) of the token that it signs for the relay. */
function issuerOf(token: string | null): string {
  const [, payload = ""] = (token ?? "").split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()).iss;
}
