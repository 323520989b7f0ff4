import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atomicSupport } from "./atomic-support";

const account = "0x00000000000000000000000000000000000000A1";
const walletThat = (answer: () => unknown) => ({ request: async () => answer() });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  [{ "0x2105": { atomic: { status: "supported" } } }, "supported"],
  [{ "0x0": { atomic: { status: "supported" } } }, "supported"],
  [{ "0x2105": { atomicBatch: { supported: true } } }, "supported"],
  [{ "0x2105": { atomic: { status: "ready" } } }, "ready"],
  [
    { "0x0": { atomic: { status: "ready" } }, "0x2105": { atomic: { status: "unsupported" } } },
    null,
  ],
  [{ "0x2105": { atomic: { status: "unsupported" } } }, null],
  [{ "0x2105": { atomicBatch: { supported: "true" } } }, null],
  [{ "0x1": { atomic: { status: "supported" } } }, null],
  [{}, null],
  [null, null],
  ["yes", null],
])("%j means on Base: %s", async (answer, expected) => {
  expect(
    await atomicSupport(
      walletThat(() => answer),
      account,
      8453,
    ),
  ).toBe(expected);
});

test("a wallet that does not know the question, or does not answer, says nothing", async () => {
  const refuses = walletThat(() => {
    throw Object.assign(new Error("unsupported"), { code: 4200 });
  });
  expect(await atomicSupport(refuses, account, 1)).toBeNull();
  const silent = atomicSupport({ request: () => new Promise(() => {}) }, account, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await silent).toBeNull();
});
