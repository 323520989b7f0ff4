import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { choosePort } from "@/scripts/run/services/choose-port";
import { verifyWebhook } from "@/sdk/src/webhooks";

const KEPT = 1_000;
const MAX_BODY_BYTES = 1_000_000;

/** A webhook as it came in. */
export interface ReceivedWebhook {
  receivedAt: string;
  path: string;
  /** `webhook-id`: the event's id, the same on each retry and replay. */
  id: string;
  /** Signed in the last five minutes with the secret of an endpoint that names this receiver. */
  verified: boolean;
  headers: Record<string, string>;
  body: unknown;
}

/** A running webhook receiver. */
export interface WebhookSink {
  url: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts a receiver of webhooks on 127.0.0.1: any `POST` is checked, kept in memory and answered
 * 204; `GET` of the same path lists what came to it, newest first, `?limit` at the most.
 * @param port 0 takes a free one
 * @param secretsOf The signing secrets of the endpoints whose URL begins with the receiver's
 * @throws Error when the port is taken
 */
export async function startWebhookSink(
  port: number,
  secretsOf: (url: string) => Promise<readonly string[]>,
): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  let url = "";
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  const chosen = await choosePort(port, "the webhook receiver");
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(chosen, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${chosen}`;
  return {
    url,
    port: chosen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "POST") {
      received.unshift(await receive(request, await secretsOf(url)));
      received.splice(KEPT);
      response.writeHead(204).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const limit = Number(searchParams.get("limit") ?? KEPT);
    const data = received.filter(({ path }) => path === pathname).slice(0, limit);
    const text = JSON.stringify({ object: "list", data }, null, 2);
    response.writeHead(200, { "content-type": "application/json" }).end(`${text}\n`);
  }
}

async function receive(
  request: IncomingMessage,
  secrets: readonly string[],
): Promise<ReceivedWebhook> {
  const text = await readBody(request);
  const header = (name: string) => String(request.headers[name] ?? "");
  const headers = {
    "webhook-id": header("webhook-id"),
    "webhook-timestamp": header("webhook-timestamp"),
    "webhook-signature": header("webhook-signature"),
  };
  return {
    receivedAt: new Date().toISOString(),
    path: request.url ?? "/",
    id: headers["webhook-id"],
    verified: await isVerified(secrets, headers, text),
    headers,
    body: parse(text),
  };
}

async function isVerified(
  secret: readonly string[],
  headers: Record<string, string>,
  payload: string,
): Promise<boolean> {
  return verifyWebhook({ payload, headers, secret }).then(
    () => true,
    () => false,
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`The body is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
