import { encodeAbiParameters, encodeEventTopics } from "viem";
import { expect, test } from "vitest";
import { chargeRefundManagerAbi as abi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { lowerHex } from "@/lib/core/chain/hex";
import { decodeChargeRefunded } from "./refund-events";

const address = (byte: string) => lowerHex(`0x${byte.repeat(20)}`);
const hash = (byte: string) => lowerHex(`0x${byte.repeat(32)}`);

test("a refund of a charge says what has gone back of its period, not of the charge or of all", () => {
  const [onchainId, payer, from, token, refundRef, registry] = [
    ...[hash("01"), address("02"), address("03"), address("04"), hash("05"), address("06")],
  ] as const;
  const indexed = { registry, subscriptionId: onchainId, payer };
  const word = { type: "uint256" } as const;
  const account = { type: "address" } as const;
  const data = encodeAbiParameters(
    [word, word, word, account, account, word, word, word, { type: "bytes32" }],
    [7n, 3n, 1n, from, token, 10n, 25n, 40n, refundRef],
  );
  const topics = encodeEventTopics({ abi, eventName: "ChargeRefunded", args: indexed });
  const log = {
    ...{ blockNumber: 1n, blockHash: hash("0b"), txHash: hash("0c"), logIndex: 0 },
    ...{
      address: address("0a"),
      topics: topics.map((topic) => lowerHex(`${topic}` as `0x${string}`)),
    },
    data,
  };
  expect(decodeChargeRefunded(log)).toEqual({
    ...{ registry, onchainId, chainMerchantId: 7n, payer, period: 3n, number: 1n },
    ...{ from, token, amount: 10n, cumulative: 25n, refundRef },
  });
});
