import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { inspectorIn } from "@/lib/domain/webhooks/inspector/inspector-url";
import { listInspectedWebhooks } from "@/lib/domain/webhooks/inspector/list-inspected-webhooks";
import { openWebhookInspector } from "@/lib/domain/webhooks/inspector/open-webhook-inspector";
import { maxInspectedBytes } from "@/lib/domain/webhooks/inspector/receive-webhook";
import { clientAddressHeader, stampedAddress } from "@/lib/server/http/client-address";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { answerInspector } from "./webhook-inspector";

let world: WebhookWorld;
let person: Context<SessionActor>;
let id: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  const { db, config } = world;
  const { log, modules, chains } = world.system();
  const stopping = new AbortController();
  globalThis.stipendRuntime = {
    db,
    jobDb: db,
    config,
    log,
    modules,
    stopping,
    chains: async () => chains,
  };
});
beforeEach(async () => {
  const merchantId = await world.addMerchant();
  const actor = { merchantId, mode: "test", userId: "usr_1", sessionId: "ses_1" } as const;
  person = { ...world.system(), actor: { kind: "session", ...actor } };
  const { url } = await openWebhookInspector(person);
  id = inspectorIn(world.config, url ?? "") ?? "";
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await world.stop();
});

let hosts = 0;
function newAddress(): string {
  hosts += 1;
  return `203.0.113.${hosts}`;
}

interface PostOptions {
  to?: string;
  from?: string;
  body?: string;
}

function post({ to = id, from = newAddress(), body = '{"note":"é"}' }: PostOptions = {}) {
  const headers = {
    "content-type": "application/json",
    "user-agent": "somebody/1",
    authorization: "Bearer secret",
    [clientAddressHeader]: stampedAddress(from),
  };
  const request = new Request("http://localhost/api/webhook-inspector", {
    method: "POST",
    headers,
    body,
  });
  return answerInspector(request, to);
}

const kept = async () => (await listInspectedWebhooks(person, {})).data;

/** Posts until it is told to wait. */
async function untilRefused(
  next: () => PostOptions,
): Promise<{ taken: number; refused: Response }> {
  for (let taken = 0; taken < 200; taken += 1) {
    const response = await post(next());
    if (response.status === 429) return { taken, refused: response };
  }
  throw new Error("nothing is limited");
}

test("whoever knows the address may post to it: it is answered as a receiver does, and kept", async () => {
  const response = await post();
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("Received by the inspector.");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const [webhook, ...others] = await kept();
  expect(others).toEqual([]);
  expect(webhook).toMatchObject({ body: '{"note":"é"}', signature: "no_endpoint" });
  expect(webhook?.headers).toEqual({
    "content-type": "application/json",
    "user-agent": "somebody/1",
  });
});

test("an address that no inspector has keeps nothing", async () => {
  const response = await post({ to: "wi_000000000000000000000000" });
  expect(response.status).toBe(404);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await kept()).toEqual([]);
});

test("a body is taken up to the limit, and not beyond it", async () => {
  expect((await post({ body: "x".repeat(maxInspectedBytes) })).status).toBe(200);
  expect((await post({ body: "x".repeat(maxInspectedBytes + 1) })).status).toBe(413);
  expect(await kept()).toHaveLength(1);
});

test("a body that is no text is refused, whatever Postgres would say to it", async () => {
  expect((await post({ body: "a\0b" })).status).toBe(400);
  expect(await kept()).toEqual([]);
});

test("one address is told to wait after a minute's posts, a block of IPv6 as one, and nobody else", async () => {
  let hosts = 0;
  const fromBlock = () => {
    hosts += 1;
    return { from: `2001:db8:0:7::${hosts.toString(16)}`, to: `wi_${hosts}` };
  };
  const { taken, refused } = await untilRefused(fromBlock);
  expect(taken).toBeGreaterThanOrEqual(60);
  expect(taken).toBeLessThan(90);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("cache-control")).toBe("no-store");
  expect((await post()).status).toBe(200);
});

test("one inspector is told apart from the others, from however many addresses it is posted to", async () => {
  const { taken } = await untilRefused(() => ({ body: "" }));
  expect(taken).toBeGreaterThanOrEqual(60);
  expect(taken).toBeLessThan(90);
  expect((await post({ to: "wi_000000000000000000000001" })).status).toBe(404);
});

test("a fault of ours is none of the sender's: it is not answered as one", async () => {
  const current = globalThis.stipendRuntime;
  if (!current) throw new Error("the runtime is there");
  const closed = world.otherPool();
  await closed.end();
  globalThis.stipendRuntime = { ...current, db: closed };
  try {
    await expect(post()).rejects.toThrow();
  } finally {
    globalThis.stipendRuntime = current;
  }
});
