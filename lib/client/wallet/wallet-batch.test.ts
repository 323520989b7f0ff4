import { expect, test } from "vitest";
import { batchRefusal, readBatch, sendBatch } from "./wallet-batch";

const id = `0x${"1d".repeat(32)}`;
const hash = `0x${"ab".repeat(32)}`;
const from = `0x${"a1".repeat(20)}`;
const batch = { id, from, chainId: 8453, calls: [{ to: `0x${"1".repeat(40)}`, data: "0x12" }] };
const walletThat = (answer: (params: readonly unknown[]) => unknown) => ({
  request: async ({ params = [] }: { params?: readonly unknown[] }) => answer(params),
});

test("a batch is sent under the page's own id, all of it or none, without a coin", async () => {
  let asked: unknown;
  const provider = walletThat(([request]) => {
    asked = request;
    return { id };
  });
  expect(await sendBatch(provider, batch)).toBe(id);
  expect(asked).toEqual({
    version: "2.0.0",
    id,
    from,
    chainId: "0x2105",
    atomicRequired: true,
    calls: [{ to: `0x${"1".repeat(40)}`, data: "0x12", value: "0x0" }],
  });
});

test.each([
  [{ id: "0xother" }, "0xother"],
  ["0xother", "0xother"],
  [null, id],
  [{ id: 7 }, id],
])("a wallet that answers %j knows it as %s", async (answer, expected) => {
  expect(
    await sendBatch(
      walletThat(() => answer),
      batch,
    ),
  ).toBe(expected);
});

test.each([
  [4001, "declined"],
  [4100, "declined"],
  [5750, "declined"],
  [-32002, "declined"],
  [4200, "unsupported"],
  [-32601, "unsupported"],
  [-32602, "unsupported"],
  [5700, "unsupported"],
  [5710, "unsupported"],
  [5740, "unsupported"],
  [5760, "unsupported"],
  [5720, "unsure"],
  [4900, "unsure"],
  [8000, "unsure"],
  [-32603, "unsure"],
])("code %i: the batch is %s", (code, meaning) => {
  expect(batchRefusal({ code }).meaning).toBe(meaning);
});

const receipts = [{ transactionHash: hash, status: "0x1" }];
const reverted = [{ transactionHash: hash, status: "0x0" }];

test.each([
  [{ status: 100 }, { name: "pending", txHash: null }],
  [
    { status: 200, receipts },
    { name: "done", txHash: hash },
  ],
  [
    { status: 200, receipts: reverted },
    { name: "failed", txHash: hash },
  ],
  [{ status: 400 }, { name: "failed", txHash: null }],
  [
    { status: 500, receipts: reverted },
    { name: "failed", txHash: hash },
  ],
  [
    { status: 600, receipts },
    { name: "partly", txHash: hash },
  ],
  [{ status: "PENDING" }, { name: "pending", txHash: null }],
  [
    { status: "CONFIRMED", receipts },
    { name: "done", txHash: hash },
  ],
  [
    { status: "CONFIRMED", receipts: reverted },
    { name: "failed", txHash: hash },
  ],
  [
    { status: 200, receipts: [{ transactionHash: "javascript:" }] },
    { name: "done", txHash: null },
  ],
  [{ status: 300 }, { name: "unknown", txHash: null }],
  [{}, { name: "unknown", txHash: null }],
  [null, { name: "unknown", txHash: null }],
])("%j is %j", async (answer, expected) => {
  expect(
    await readBatch(
      walletThat(() => answer),
      id,
    ),
  ).toEqual(expected);
});

test("a wallet that does not know a batch, or cannot be asked, says nothing of it", async () => {
  const refuses = walletThat(() => {
    throw Object.assign(new Error("unknown bundle id"), { code: 5730 });
  });
  expect(await readBatch(refuses, id)).toEqual({ name: "unknown", txHash: null });
});
