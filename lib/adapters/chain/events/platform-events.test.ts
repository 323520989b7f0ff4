import { encodeAbiParameters, encodeEventTopics } from "viem";
import { expect, test } from "vitest";
import { paymentProcessorAbi as abi } from "@/lib/adapters/chain/abi/payment-processor";
import { lowerHex } from "@/lib/core/chain/hex";
import { decodePlatformEvent } from "./platform-events";

const address = (byte: string) => lowerHex(`0x${byte.repeat(20)}`);
const hash = (byte: string) => lowerHex(`0x${byte.repeat(32)}`);

test("swept fees say to which treasury they went, in which token, and how much", () => {
  const [registry, token, treasury] = [address("01"), address("02"), address("03")];
  const args = { registry, token, treasury };
  const topics = encodeEventTopics({ abi, eventName: "FeesSwept", args });
  const log = {
    ...{ blockNumber: 1n, blockHash: hash("0b"), txHash: hash("0c"), logIndex: 0 },
    address: address("0a"),
    topics: topics.map((topic) => lowerHex(`${topic}` as `0x${string}`)),
    data: encodeAbiParameters([{ type: "uint256" }], [25n]),
  };
  expect(decodePlatformEvent(log)).toEqual({
    ...{ event: "FeesSwept", account: treasury, token, amount: 25n },
    ...{ acceptableAt: null, isAllowed: null },
  });
});
