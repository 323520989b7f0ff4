import { beforeEach, expect, test, vi } from "vitest";
import { StipendError } from "@/sdk/src/errors";
import { recordHash } from "./record-hash";
import type { SendAction } from "./send-reducer";
import { openTransfer, sentHash } from "./sent-hash";

const id = "re_1";
const hash = `0x${"ab".repeat(32)}`;
let told: SendAction[];

beforeEach(() => {
  told = [];
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
});

const record = (store: () => Promise<unknown>) =>
  recordHash(hash, { id, steps: 2, store, tell: (action) => void told.push(action) });
const kept = () => ({ hash: sentHash.read(id), transfer: openTransfer.read(id) });
const used = new StipendError(
  {
    ...{ code: "invalid_request", message: "The hash belongs to another refund." },
    ...{ param: "refundTxHash", details: { reason: "hash_used" }, requestId: "req_1" },
  },
  400,
  undefined,
);

test("a hash is kept until the API knows it", async () => {
  openTransfer.keep(id, "0x1");
  await record(async () => expect(kept().hash).toBe(hash));
  expect(told.map(({ type }) => type)).toEqual(["sent", "recorded"]);
  expect(kept()).toEqual({ hash: null, transfer: null });
});

test("a hash that the API was not told of is kept, and only its recording is repeated", async () => {
  await record(() => Promise.reject(new Error("offline")));
  expect(told.map(({ type }) => type)).toEqual(["sent", "problem"]);
  expect(kept().hash).toBe(hash);
});

test("a hash that the API refuses is forgotten, and the refusal is told", async () => {
  await record(() => Promise.reject(used));
  expect(told.slice(1)).toEqual([
    { type: "refused", hash, text: "The hash belongs to another refund." },
  ]);
  expect(kept()).toEqual({ hash: null, transfer: null });
});

test("a transfer that the wallet may have sent stays in doubt when the hash is refused", async () => {
  openTransfer.keep(id, "0x1");
  await record(() => Promise.reject(used));
  expect(told.map(({ type }) => type)).toEqual(["sent", "refused", "uncertain"]);
  expect(kept()).toEqual({ hash: null, transfer: "0x1" });
});
