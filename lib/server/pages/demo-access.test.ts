import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { newKeyText } from "@/lib/domain/identity/api-keys/mint-key";
import { referencePage } from "@/lib/server/api/reference";
import { localPeerHeader, stampedLocalPeer } from "@/lib/server/http/client-address";
import type { Runtime } from "@/lib/server/runtime";
import { demoAccess, demoWebhooks } from "./demo-access";

const apiKey = newKeyText("secret", "test");
const demo = {
  APP_URL: "http://127.0.0.1:3000",
  DEMO_API_KEY: apiKey,
  DEMO_INBOX_URL: "http://127.0.0.1:3010/inbox",
};
const production = { ...demo, DEMO_API_KEY: undefined };

/** The headers of a request from this machine, or as told. */
const sent = (changes: Record<string, string> = {}) =>
  new Headers({ [localPeerHeader]: stampedLocalPeer, host: "127.0.0.1:3000", ...changes });

let receiver: Server | undefined;

function start(config: Partial<Runtime["config"]>) {
  const log = createLogger("silent");
  globalThis.stipendRuntime = { config, log } as Runtime;
}
afterEach(async () => {
  globalThis.stipendRuntime = undefined;
  receiver?.close();
  receiver = undefined;
});

/** Starts a receiver that lists `data`, whatever it is asked. */
async function receiving(data: unknown, status = 200): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status).end(JSON.stringify({ data }));
  });
  receiver = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`;
}

const askWebhooks = (headers = sent()) =>
  demoWebhooks(new Request("http://127.0.0.1:3000/api/demo/webhooks", { headers }));
const askReference = (headers = sent()) =>
  referencePage(new Request("http://127.0.0.1:3000/docs", { headers })).text();

test("a browser on the demo's own machine gets its test key", () => {
  for (const host of ["127.0.0.1:3000", "localhost:3000", "[::1]:3000", "localhost"]) {
    expect(demoAccess(sent({ host }), demo)).toEqual({
      apiKey,
      baseUrl: demo.APP_URL,
      inboxUrl: demo.DEMO_INBOX_URL,
    });
  }
});

test("without a demo key there is nothing to get", () => {
  expect(demoAccess(sent(), production)).toBeNull();
});

test("another machine gets nothing, nor does a foreign name that leads to this one", () => {
  expect(demoAccess(sent({ [localPeerHeader]: "local" }), demo)).toBeNull();
  for (const host of ["demo.example.com", "localhost.example.com:3000", "127.0.0.1.example.com"]) {
    expect(demoAccess(sent({ host }), demo)).toBeNull();
  }
});

test("the reference is filled in with the key in the demo alone, and for its own machine", async () => {
  start(demo);
  expect(await askReference()).toContain(apiKey);
  expect(await askReference(sent({ host: "demo.example.com" }))).not.toContain("sk_");
  start(production);
  expect(await askReference()).not.toContain("sk_");
});

test("the received webhooks are listed; what has another form is left out", async () => {
  const webhook = {
    receivedAt: new Date().toISOString(),
    id: newId("event"),
    verified: true,
    headers: {},
    body: {
      type: "payment.created",
      sequence: 1,
      resource: { id: newId("paymentSession") },
      data: { object: { amount: "49000000", currency: "USDC", description: null } },
    },
  };
  const foreign = { ...webhook, body: { ...webhook.body, resource: { id: "javascript:1" } } };
  start({ ...demo, DEMO_INBOX_URL: await receiving([webhook, foreign, "junk"]) });
  const response = await askWebhooks();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ data: [webhook] });
});

test("a receiver that fails is told as such", async () => {
  start({ ...demo, DEMO_INBOX_URL: await receiving([], 500) });
  expect((await askWebhooks()).status).toBe(503);
  start({ ...demo, DEMO_INBOX_URL: await receiving("no list") });
  expect((await askWebhooks()).status).toBe(503);
});

test("outside the demo there are no received webhooks", async () => {
  const DEMO_INBOX_URL = await receiving([]);
  start({ ...production, DEMO_INBOX_URL });
  expect((await askWebhooks()).status).toBe(404);
  start({ ...demo, DEMO_INBOX_URL });
  expect((await askWebhooks(sent({ host: "demo.example.com" }))).status).toBe(404);
});
