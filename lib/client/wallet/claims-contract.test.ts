import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimsContract } from "./claims-contract";

const account = "0x00000000000000000000000000000000000000A1";
const walletThat = (answer: () => unknown) => ({ request: async () => answer() });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  [{ "0x2105": { atomic: { status: "supported" } } }, true],
  [{ "0x2105": { atomicBatch: { supported: true } } }, true],
  [{ "0x2105": { atomic: { status: "ready" } } }, false],
  [{ "0x1": { atomic: { status: "supported" } } }, false],
  [{}, false],
  [null, false],
  ["yes", false],
])("%j means a contract on Base: %s", async (answer, expected) => {
  expect(
    await claimsContract(
      walletThat(() => answer),
      account,
      8453,
    ),
  ).toBe(expected);
});

test("a wallet that does not know the question, or does not answer, is a plain one", async () => {
  const refuses = walletThat(() => {
    throw Object.assign(new Error("unsupported"), { code: 4200 });
  });
  expect(await claimsContract(refuses, account, 1)).toBe(false);
  const silent = claimsContract({ request: () => new Promise(() => {}) }, account, 1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await silent).toBe(false);
});
