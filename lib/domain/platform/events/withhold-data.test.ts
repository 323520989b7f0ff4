import { expect, test } from "vitest";
import type { Scope } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { KeyActor } from "@/lib/domain/platform/context";
import type { EventView } from "./view";
import { withholdBodyData, withholdData } from "./withhold-data";

const key = (...scopes: Scope[]): KeyActor => ({
  kind: "key",
  merchantId: "mer_1",
  mode: "test",
  keyId: "ak_1",
  keyKind: "secret",
  scopes,
});

const eventAbout = (type: string): EventView => ({
  id: newId("event"),
  object: "event",
  type: "webhook.test",
  apiVersion: "2026-04-27",
  mode: "test",
  createdAt: new Date(),
  timestamp: new Date(),
  sequence: 1,
  position: 1,
  resource: { type, id: "x" },
  data: { object: { id: "x" } },
});

test.each([
  ["payment_session", "sessions_read"],
  ["refund", "refunds_read"],
  ["invoice", "invoices_read"],
  ["subscription", "subscriptions_read"],
  ["webhook_endpoint", "webhooks_read"],
] as const)("an event about a %s has its data for keys with %s alone", (type, scope) => {
  const event = eventAbout(type);
  expect(withholdData(key(scope), event)).toEqual(event);
  const { data: _, ...rest } = event;
  expect(withholdData(key("customers_read"), event)).toEqual(rest);
});

test("a body that is no event is shown as it came", () => {
  for (const body of ["", "not JSON", "[]", '{"resource":"x"}']) {
    expect(withholdBodyData(key("webhooks_read"), body)).toBe(body);
  }
});
