import { expect, test } from "vitest";
import { checksumAddress, hexOf, lowerHex } from "@/lib/core/hex";
import type { SentEventRow } from "./event-rows";
import { eventBody, objectOf, packEventObject } from "./view";

const row: SentEventRow = {
  id: "evt_1",
  merchantId: "mer_1",
  mode: "test",
  type: "payment.completed",
  apiVersion: "2026-04-27",
  resourceType: "payment_session",
  resourceId: "ps_1",
  sequence: 2,
  object: { id: "ps_1", amount: "1", note: "é" },
  packed: null,
  arrival: null,
  position: 17n,
  unplacedPosition: 16n,
  createdAt: new Date("2026-04-27T12:00:00.123Z"),
  processorAddress: null,
  tokenAddress: null,
  sessionCreatedAt: null,
};
const body =
  '{"id":"evt_1","object":"event","type":"payment.completed","apiVersion":"2026-04-27","mode":"test",' +
  '"createdAt":"2026-04-27T12:00:00.123Z","timestamp":"2026-04-27T12:00:00.123Z","sequence":2,"position":17,' +
  '"resource":{"type":"payment_session","id":"ps_1"},' +
  '"data":{"object":{"id":"ps_1","amount":"1","note":"é"}}}';

test("an event has the same bytes in every version of the app: they are signed, and shown again later", () => {
  expect(eventBody(row)).toBe(body);
  expect(eventBody({ ...row, apiVersion: null, resourceType: null })).toBe(body);
  const packed = packEventObject({ id: "ps_1", amount: "1", note: "é" }, row);
  expect(eventBody({ ...row, object: null, packed: hexOf(packed) })).toBe(body);
  const stored = "0x0143c43c28c3c1630fc4c9cb07d75487572ad50200";
  expect(eventBody({ ...row, object: null, packed: stored })).toBe(body);
});

test("what only the database knew stands in its place in the object", () => {
  const packed = packEventObject({ id: "ps_1", amount: "0", note: "é" }, row);
  expect(eventBody({ ...row, object: { amount: "1" }, packed: hexOf(packed) })).toBe(body);
});

test("an object repeats the ids of its row without storing them twice", () => {
  const ids = {
    resourceId: `ps_${"aB3xY9kQ".repeat(3)}`,
    merchantId: `mer_${"Zz81LmWq".repeat(3)}`,
  };
  const object = { id: ids.resourceId, object: "payment_session", merchantId: ids.merchantId };
  const packed = packEventObject(object, ids);
  expect(packed.length).toBeLessThan(24);
  expect(objectOf({ ...row, ...ids, object: null, packed: hexOf(packed) })).toEqual(object);
});

test("an object repeats what its session has for ever without storing it twice", () => {
  const ids = {
    resourceId: `ps_${"aB3xY9kQ".repeat(3)}`,
    merchantId: `mer_${"Zz81LmWq".repeat(3)}`,
  };
  const session = {
    processorAddress: checksumAddress(`0x${"3b".repeat(20)}`),
    tokenAddress: checksumAddress(`0x${"4c".repeat(20)}`),
    createdAt: "2026-04-26T11:00:00.001Z",
    expiresAt: "2026-04-27T11:00:00.001Z",
  };
  const object = { id: ids.resourceId, object: "payment_session", ...session };
  const packed = packEventObject(object, ids);
  expect(packed.length).toBeLessThan(20);
  const stored = {
    ...row,
    ...ids,
    object: null,
    packed: hexOf(packed),
    processorAddress: lowerHex(session.processorAddress),
    tokenAddress: lowerHex(session.tokenAddress),
    sessionCreatedAt: new Date(session.createdAt),
  };
  expect(objectOf(stored)).toEqual(object);
  const later = { ...object, expiresAt: "2026-04-27T11:30:00.000Z" };
  expect(objectOf({ ...stored, packed: hexOf(packEventObject(later, ids)) })).toEqual(later);
});

test("an object of something else has its own addresses and times, whatever its session's are", () => {
  const ids = { resourceId: "cus_1", merchantId: "mer_1" };
  const object = {
    object: "customer",
    processorAddress: checksumAddress(`0x${"3b".repeat(20)}`),
    tokenAddress: checksumAddress(`0x${"4c".repeat(20)}`),
    createdAt: "2026-04-26T11:00:00.001Z",
  };
  const packed = hexOf(packEventObject(object, ids));
  expect(objectOf({ ...row, ...ids, object: null, packed })).toEqual(object);
});
