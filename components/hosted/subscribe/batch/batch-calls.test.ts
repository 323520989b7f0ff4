import { encodeFunctionData } from "viem";
import { expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { batchCalls } from "./batch-calls";

const manager = `0x${"d4".repeat(20)}` as const;
const token = `0x${"c3".repeat(20)}` as const;
const terms = {
  payer: `0x${"a1".repeat(20)}`,
  registry: `0x${"e5".repeat(20)}`,
  merchantId: "7",
  token,
  amount: "10000000",
  interval: "2592000",
  startAt: "1800000000",
  endAt: "1831104000",
  permitValue: "125000000",
  permitDeadline: "0",
  permitNonce: String(2n ** 255n + 3n),
  ref: `0x${"9f".repeat(32)}`,
} as const;

test("the calls are the token's approve of exactly the permit's value, and the contract's subscribeDirect", () => {
  const numbers = {
    ...{ merchantId: 7n, amount: 10_000_000n, interval: 2_592_000n },
    ...{ startAt: 1_800_000_000n, endAt: 1_831_104_000n, permitValue: 125_000_000n },
    ...{ permitDeadline: 0n, permitNonce: 2n ** 255n + 3n },
  };
  const approve = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "approve",
    args: [manager, 125_000_000n],
  });
  const subscribe = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "subscribeDirect",
    args: [{ ...terms, ...numbers }],
  });
  const plan = { subscriptionsAddress: manager, tokenAddress: token };
  expect(batchCalls(plan, { terms })).toEqual([
    { to: token, data: approve },
    { to: manager, data: subscribe },
  ]);
});
