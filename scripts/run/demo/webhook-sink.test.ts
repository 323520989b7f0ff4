import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from "./webhook-sink";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "payment.completed", note: "héllo" });

let sink: WebhookSink;

beforeEach(async () => {
  sink = await startWebhookSink(0, async (url) => (url === sink.url ? [other, secret] : []));
});

afterEach(() => sink.stop());

async function send(options: { at?: Date; sent?: string; signature?: string } = {}) {
  const { at = new Date(), sent = body } = options;
  const signature = options.signature ?? new Webhook(secret).sign("evt_1", at, body);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signature,
  };
  const response = await fetch(`${sink.url}/hooks`, { method: "POST", headers, body: sent });
  expect(response.status).toBe(204);
}

async function received(path = "/hooks"): Promise<ReceivedWebhook[]> {
  const list = (await (await fetch(sink.url + path)).json()) as { data: ReceivedWebhook[] };
  return list.data;
}

test("a webhook that the official library signed is listed as verified", async () => {
  await send();
  expect(await received()).toMatchObject([
    { id: "evt_1", path: "/hooks", verified: true, body: JSON.parse(body) },
  ]);
});

test("one valid signature among several is enough", async () => {
  const valid = new Webhook(secret).sign("evt_1", new Date(), body);
  await send({ signature: `v1,${Buffer.alloc(32).toString("base64")} v2,x ${valid}` });
  expect(await received()).toMatchObject([{ verified: true }]);
});

test("a changed body, a foreign secret, an old timestamp and no signature are not verified", async () => {
  await send({ sent: body.replace("completed", "failed") });
  await send({
    signature: new Webhook(`whsec_${btoa("z".repeat(32))}`).sign("evt_1", new Date(), body),
  });
  await send({ at: new Date(Date.now() - 301_000) });
  await send({ signature: "" });
  expect((await received()).map(({ verified }) => verified)).toEqual([false, false, false, false]);
});

test("each path lists what came to it, as many as are asked for", async () => {
  await send();
  await send({ signature: "" });
  expect((await received()).map(({ verified }) => verified)).toEqual([false, true]);
  expect((await received("/hooks?limit=1")).map(({ verified }) => verified)).toEqual([false]);
  expect(await received("/")).toEqual([]);
});
