import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { latestBlock } from "./latest-block";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A chain with blocks of two seconds, whose node answers what it is told. */
function chainThat(answer: (call: number) => unknown) {
  let calls = 0;
  const request = async () => {
    calls += 1;
    return answer(calls);
  };
  const preset = findPreset("base");
  if (!preset) throw new Error("there is such a preset");
  return { chain: chainFrom(preset, { rpc: { request } }), calls: () => calls };
}

const block = (number: number) => ({
  number: `0x${number.toString(16)}`,
  hash: `0x${"ab".repeat(32)}`,
  timestamp: "0x10",
});

test("requests share a call for half a second, and no longer", async () => {
  const { chain, calls } = chainThat(block);
  const shared = await Promise.all([latestBlock(chain), latestBlock(chain)]);
  vi.advanceTimersByTime(499);
  shared.push(await latestBlock(chain));
  expect(shared.map(({ number }) => number)).toEqual([1n, 1n, 1n]);
  vi.advanceTimersByTime(2);
  expect((await latestBlock(chain)).number).toBe(2n);
  expect(calls()).toBe(2);
});

test("a failure is not kept, and what is no block is none", async () => {
  const { chain } = chainThat((call) => (call === 1 ? { number: "many" } : block(call)));
  await expect(latestBlock(chain)).rejects.toThrow(RpcUnavailable);
  expect((await latestBlock(chain)).number).toBe(2n);
});
