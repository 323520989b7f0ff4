import fc from "fast-check";
import { encodeAbiParameters, encodeEventTopics } from "viem";
import { expect, test } from "vitest";
import { lowerHex } from "@/lib/core/hex";
import { paymentProcessorAbi } from "./abi/payment-processor";
import { ChainDoubt } from "./chain-trouble";
import { type ChainLog, parseLog } from "./parse-log";
import { decodePaymentSettled, paymentSettledTopic } from "./payment-events";

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array) => lowerHex(`0x${Buffer.from(array).toString("hex")}`));
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const event = fc.record({
  paymentId: bytes(32),
  merchantId: uint256,
  ref: bytes(32),
  payer: bytes(20),
  token: bytes(20),
  payout: bytes(20),
  amount: uint256,
  fee: uint256,
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** As the generated ABI says that the contract encodes it. */
function logOf({ paymentId, merchantId, ref, ...data }: Event): ChainLog {
  const [abi] = paymentProcessorAbi.filter(
    (item) => item.type === "event" && item.name === "PaymentSettled",
  );
  if (abi?.type !== "event") throw new Error("the ABI has the event");
  const topics = encodeEventTopics({
    abi: paymentProcessorAbi,
    eventName: "PaymentSettled",
    args: { paymentId, merchantId, ref },
  }).map((topic) => lowerHex(String(topic)));
  const rest = abi.inputs.filter((input) => !input.indexed);
  const values: Record<string, unknown> = data;
  return {
    blockNumber: 1n,
    blockHash: paymentId,
    txHash: paymentId,
    logIndex: 0,
    address: data.token,
    topics,
    data: encodeAbiParameters(
      rest,
      rest.map(({ name }) => values[name]),
    ),
  };
}

test("every event that the contract can emit is read as it was written", () => {
  fc.assert(
    fc.property(event, (given) => {
      expect(decodePaymentSettled(logOf(given))).toEqual(given);
    }),
  );
});

const sample = logOf({
  paymentId: `0x${"01".repeat(32)}`,
  merchantId: 7n,
  ref: `0x${"02".repeat(32)}`,
  payer: `0x${"03".repeat(20)}`,
  token: `0x${"04".repeat(20)}`,
  payout: `0x${"05".repeat(20)}`,
  amount: 8n,
  fee: 9n,
});

test.each<[string, Partial<ChainLog>]>([
  ["another event's topic", { topics: [`0x${"ff".repeat(32)}`, ...sample.topics.slice(1)] }],
  ["a topic too few", { topics: sample.topics.slice(0, 3) }],
  ["half a word too much", { data: `${sample.data}${"0".repeat(32)}` }],
  ["an address of more than 20 bytes", { data: `0x01${sample.data.slice(4)}` }],
])("a log with %s is doubted", (_what, change) => {
  expect(() => decodePaymentSettled({ ...sample, ...change })).toThrow(ChainDoubt);
});

const answer = {
  blockNumber: "0x1",
  blockHash: `0x${"AB".repeat(32)}`,
  transactionHash: `0x${"cd".repeat(32)}`,
  logIndex: "0x0",
  address: `0x${"EF".repeat(20)}`,
  topics: [paymentSettledTopic],
  data: "0x",
};

test("a node's log is taken in lowercase", () => {
  expect(parseLog(answer)).toMatchObject({
    blockNumber: 1n,
    blockHash: `0x${"ab".repeat(32)}`,
    address: `0x${"ef".repeat(20)}`,
  });
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no block, as a pending one", { ...answer, blockNumber: null, blockHash: null }],
  ["a short hash", { ...answer, transactionHash: "0x12" }],
  ["an index in decimal", { ...answer, logIndex: 3 }],
  ["an index beyond any block", { ...answer, logIndex: "0xffffffff" }],
  ["five topics", { ...answer, topics: Array.from({ length: 5 }, () => paymentSettledTopic) }],
  ["half a byte of data", { ...answer, data: "0x123" }],
])("a node's log with %s is doubted", (_what, given) => {
  expect(() => parseLog(given)).toThrow(ChainDoubt);
});
