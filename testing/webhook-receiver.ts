import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that a receiver got, with the body as it was on the wire. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = (request: ReceivedWebhook, response: ServerResponse) => void;

/** A merchant's server, as the tests stand it up on this machine. */
export interface Receiver {
  url: string;
  port: number;
  /** Every request so far, oldest first. */
  received: ReceivedWebhook[];
  /** How many connections were opened. */
  connections(): number;
  /** Changes how the next requests are answered. */
  answerWith(answer: Answer): void;
  /** Resolves once that many requests have come. */
  receives(count: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

/** Answers with a status and nothing else. */
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, headers).end();
  };

/** Never answers. */
export const hang: Answer = () => {};

/** Sends one byte of a body every 20 ms, for ever, after the head. */
export const drip: Answer = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("."), 20);
  response.on("close", () => clearInterval(timer));
};

/** Starts a server on a free port of 127.0.0.1; without an answer of its own it says 200. */
export async function startReceiver(first: Answer = status(200)): Promise<Receiver> {
  let answer = first;
  let connections = 0;
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    void take(request, response);
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const got = { path: request.url ?? "", headers: request.headers, body: await text(request) };
    received.push(got);
    answer(got, response);
    for (const look of waiting) look();
  }
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    answerWith: (next) => {
      answer = next;
    },
    receives: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
