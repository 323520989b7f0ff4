import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";

/** How a receiver behaves. Redirecting and gone ones stay so when the others are healed. */
export const behaviours = [
  "healthy",
  "hanging",
  "failing",
  "flaky",
  "throttling",
  "dripping",
  "redirecting",
  "gone",
] as const;
export type Behaviour = (typeof behaviours)[number];

/** A request that came to a receiver. */
export interface ReceivedWebhook {
  /** `webhook-id`. */
  id: string;
  /** `webhook-timestamp`, Unix seconds. */
  sentAt: number;
  body: string;
  /** Which of the receiver's secrets verifies it, counted from the first; none is -1. */
  secret: number;
  /** When it came, Unix milliseconds. */
  at: number;
  /** When its connection was seen to end, Unix milliseconds; null while it is open. */
  endedAt: number | null;
}

/** Someone who takes webhooks, well or badly. */
export interface Receiver {
  readonly behaviour: Behaviour;
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** What requests may be signed with; a rotation adds one. */
  readonly secrets: string[];
  /** Until when each secret that was replaced may be used, Unix seconds; the last has no entry. */
  readonly rotatedAt: number[];
  /** Requests that came without a webhook's headers. */
  readonly strays: number;
  heal(): void;
  stop(): Promise<void>;
}

const DRIP_MS = 100;
const FLAKY_MS = 800;

/** Starts a receiver. @param canaryUrl where a redirecting one sends its callers */
export async function startReceiver(behaviour: Behaviour, canaryUrl: string): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const secrets: string[] = [];
  const view = { strays: 0 };
  let isHealed = false;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = String(request.headers["webhook-id"] ?? "");
    if (id === "") view.strays += 1;
    const moments: Pick<ReceivedWebhook, "at" | "endedAt"> = { at: Date.now(), endedAt: null };
    response.once("close", () => {
      moments.endedAt = Date.now();
    });
    const body = await readBody(request);
    const headers = readHeaders(request);
    const secret = secrets.findIndex((text) => verifies(text, body, headers));
    const sentAt = Number(headers["webhook-timestamp"]);
    received.push(Object.assign(moments, { id, sentAt, body, secret }));
    const isCured = isHealed && behaviour !== "redirecting" && behaviour !== "gone";
    if (behaviour === "flaky" && !isCured) await sleep(FLAKY_MS);
    respond(isCured ? "healthy" : moodOf(behaviour, received.length), response, canaryUrl);
  };
  const { url, stop } = await listen(server);
  return Object.assign(view, {
    behaviour,
    url,
    received,
    secrets,
    rotatedAt: [],
    stop,
    heal: () => {
      isHealed = true;
      server.closeAllConnections();
    },
  });
}

/** A flaky receiver fails every other time. */
function moodOf(behaviour: Behaviour, requests: number): Behaviour {
  if (behaviour !== "flaky") return behaviour;
  return requests % 2 === 0 ? "healthy" : "failing";
}

function respond(behaviour: Behaviour, response: ServerResponse, canaryUrl: string): void {
  switch (behaviour) {
    case "hanging":
      return;
    case "dripping":
      response.writeHead(200, { "content-type": "text/plain" });
      drip(response);
      return;
    case "failing":
      response.writeHead(500).end("no");
      return;
    case "throttling":
      response.writeHead(429, { "retry-after": "1" }).end();
      return;
    case "redirecting":
      response.writeHead(307, { location: canaryUrl }).end();
      return;
    case "gone":
      response.writeHead(410).end();
      return;
    case "flaky":
    case "healthy":
      response.writeHead(204).end();
  }
}

/** A body that never ends. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write("."), DRIP_MS);
  response.once("close", () => clearInterval(timer));
}

async function listen(server: Server): Promise<{ url: string; stop: () => Promise<void> }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}/hook`, stop };
}

type WebhookHeaders = Record<string, string>;

function readHeaders({ headers }: IncomingMessage): WebhookHeaders {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function verifies(secret: string, body: string, headers: WebhookHeaders): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
