import { expect, test } from "vitest";
import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { type CreatedSession, gatherPayments } from "./gather-payments";

const session = (id: string): CreatedSession => ({
  id,
  amount: "49000000",
  currency: "USDC",
  description: null,
});

let received = 0;
function webhook(sessionId: string, type: string, sequence: number, id = `${type}${sessionId}`) {
  received += 1;
  const object = { ...session(sessionId), currency: "USDC" as const };
  const one: DemoWebhook = {
    receivedAt: new Date(received * 1_000).toISOString(),
    id,
    verified: true,
    headers: {},
    body: { type, sequence, resource: { id: sessionId }, data: { object } },
  };
  return one;
}

const typesOf = (webhooks: DemoWebhook[]) => webhooks.map(({ body }) => body.type);

test("webhooks stand with the payment that they tell of, in the order of its events", () => {
  const completed = webhook("ps_1", "payment.completed", 2);
  const late = webhook("ps_1", "payment.created", 1);
  const [payment, ...others] = gatherPayments([session("ps_1")], [late, completed]);
  expect(others).toEqual([]);
  expect(typesOf(payment?.webhooks ?? [])).toEqual(["payment.created", "payment.completed"]);
});

test("a retry or a replay of an event is not a second one; what came first is shown", () => {
  const first = webhook("ps_1", "payment.created", 1);
  const again = webhook("ps_1", "payment.created", 1);
  expect(gatherPayments([], [again, first])[0]?.webhooks).toEqual([first]);
});

test("payments that were created elsewhere are shown too, after those of this page", () => {
  const elsewhere = webhook("ps_2", "payment.created", 1);
  const payments = gatherPayments([session("ps_1")], [elsewhere]);
  expect(payments).toMatchObject([{ id: "ps_1" }, { id: "ps_2", amount: "49000000" }]);
});

test("a payment is awaited until it is completed or has failed", () => {
  const ended = (type: string) =>
    gatherPayments([session("ps_1")], [webhook("ps_1", type, 2)])[0]?.ended;
  expect(gatherPayments([session("ps_1")], [])[0]?.ended).toBe(false);
  expect(ended("payment.created")).toBe(false);
  expect(ended("payment.completed")).toBe(true);
  expect(ended("payment.failed")).toBe(true);
});
