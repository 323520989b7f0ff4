import { expect, test } from "vitest";
import type { EventRow } from "./event-rows";
import { eventBody } from "./view";

const row: EventRow = {
  id: "evt_1",
  merchantId: "mer_1",
  mode: "test",
  type: "payment.completed",
  apiVersion: "2026-04-27",
  resourceType: "payment_session",
  resourceId: "ps_1",
  sequence: 2,
  object: { id: "ps_1", amount: "1", note: "é" },
  arrival: null,
  position: 17n,
  createdAt: new Date("2026-04-27T12:00:00.123Z"),
};
const body =
  '{"id":"evt_1","object":"event","type":"payment.completed","apiVersion":"2026-04-27","mode":"test",' +
  '"createdAt":"2026-04-27T12:00:00.123Z","timestamp":"2026-04-27T12:00:00.123Z","sequence":2,"position":17,' +
  '"resource":{"type":"payment_session","id":"ps_1"},' +
  '"data":{"object":{"id":"ps_1","amount":"1","note":"é"}}}';

test("an event has the same bytes in every version of the app: they are signed, and shown again later", () => {
  expect(eventBody(row)).toBe(body);
  expect(eventBody({ ...row, apiVersion: null, resourceType: null })).toBe(body);
});
