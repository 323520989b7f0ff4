import { decodeFunctionData } from "viem";
import { expect, test } from "vitest";
import { agentTreasuryAbi as abi } from "@/lib/adapters/chain/abi/agent-treasury";
import { checksumAddress, lowerHex } from "@/lib/core/chain/hex";
import { deployTreasuryData, setPolicyData, setVendorsData } from "./treasury-owner-calls";

const [agent, evaluator, token, registry] = ["0a", "0b", "0c", "0d"].map((byte) =>
  lowerHex(`0x${byte.repeat(20)}`),
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`];

test("each limit of a policy is the contract's of that name", () => {
  const policy = {
    ...{ agent, evaluator, thresholdCents: 1n, vendorDayCents: 2n, monthlyCapCents: 3n },
  };
  const tokens = [{ token, unitsPerCent: 8_000n, reserve: 7n }];
  expect(decodeFunctionData({ abi, data: setPolicyData(policy, tokens) })).toEqual({
    functionName: "setPolicy",
    args: [
      {
        agent: checksumAddress(agent),
        evaluator: checksumAddress(evaluator),
        approvalThresholdCents: 1n,
        vendorDailyCents: 2n,
        monthlyCapCents: 3n,
      },
      [{ token: checksumAddress(token), unitsPerCent: 8_000n, reserve: 7n }],
    ],
  });
});

test.each([true, false])("vendors are listed, or taken off the list (%s)", (isListed) => {
  expect(decodeFunctionData({ abi, data: setVendorsData([agent, token], isListed) })).toEqual({
    functionName: "setVendors",
    args: [[checksumAddress(agent), checksumAddress(token)], isListed],
  });
});

test("a treasury is made for a registry's merchant", () => {
  expect(decodeFunctionData({ abi, data: deployTreasuryData(registry, 12n) })).toEqual({
    functionName: "deploy",
    args: [checksumAddress(registry), 12n],
  });
});
