import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptProcess, startScript } from "@/testing/script-process";
import { hang, type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";

let world: WebhookWorld;
let receiver: Receiver;
let sender: ScriptProcess | undefined;

beforeAll(async () => {
  world = await createWebhookWorld();
  receiver = await startReceiver(hang);
});
afterAll(async () => {
  await sender?.end("SIGKILL");
  await receiver.close();
  await world.stop();
});

const senderCode = (url: string, config: object) => `
  import { createDb } from "./db/client.ts";
  import { drainWebhooks } from "./lib/domain/webhooks/deliveries/drain-webhooks.ts";
  const silent = () => {};
  console.log("started");
  await drainWebhooks({
    db: createDb(${JSON.stringify(url)}),
    config: ${JSON.stringify({ ...config, EUR_USD_RATE: null })},
    log: { debug: silent, info: silent, warn: silent, error: silent },
    modules: { relayTasks: [], onConfirmed: [], onReleased: [], onRecoveryTry: [], mails: [] },
    chains: { all: [], deployments: [] },
    actor: { kind: "system" },
    requestId: "req_test",
  }, { until: new Date(Date.now() + 30_000) });
`;

test("what a killed sender had in hand is sent again once its lease is over, under the same id", async () => {
  const { secret } = await world.addEndpoint({ url: receiver.url });
  const eventId = await world.emit();
  sender = startScript(senderCode(world.url, world.config));
  await receiver.receives(1);
  await sender.end("SIGKILL");

  receiver.answerWith(status(200));
  await world.drain();
  expect(receiver.received).toHaveLength(1);

  await world.db`update webhook_dispatches set lease_until = now() - interval '1 second' where state = 'sending'`;
  await world.drain();
  const [first, second] = receiver.received;
  expect([first, second].map((request) => request?.headers["webhook-id"])).toEqual([
    eventId,
    eventId,
  ]);
  new Webhook(secret).verify(second?.body ?? "", second?.headers as Record<string, string>);
  const deliveries = await world.db`select attempt, status from webhook_deliveries`;
  expect(deliveries).toEqual([{ attempt: 1, status: "succeeded" }]);
});
